/** Path on a square of 40 units. */
export const drumLacing =
  'M20 3.2 22.9 8M31.9 8.1 30.6 13.5M36.8 20 32 22.9M31.9 31.9 26.5 30.6M20 36.8 17.1 32M8.1 31.9 9.4 26.5M3.2 20 8 17.1M8.1 8.1 13.5 9.4'

/** The logo: a ngoma (drum) seen from above. */
export function BrandMark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <circle cx="20" cy="20" r="19" fill="var(--night)" />
      <g stroke="var(--marigold)" strokeWidth="2.4" strokeLinecap="round" fill="none">
        <path d={drumLacing} />
      </g>
      <circle cx="20" cy="20" r="10.5" fill="var(--marigold)" />
      <circle cx="20" cy="20" r="5.2" fill="#c2144b" />
      <circle cx="20" cy="20" r="1.9" fill="#fff3df" />
    </svg>
  )
}
