import { useTranslations } from 'next-intl'

const RADIUS = 34
const AROUND = 2 * Math.PI * RADIUS

/** Seconds that run out, as a ring and as a number; read out every quarter of a minute. */
export function Countdown({ secondsLeft, total }: { secondsLeft: number; total: number }) {
  const t = useTranslations('Gift')
  const spoken = Math.ceil(secondsLeft / 15) * 15
  return (
    <div className="relative size-20 shrink-0">
      <svg viewBox="0 0 80 80" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="40" cy="40" r={RADIUS} fill="none" stroke="var(--sunken)" strokeWidth="8" />
        <circle
          cx="40"
          cy="40"
          r={RADIUS}
          fill="none"
          stroke="var(--leaf)"
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - secondsLeft / total)}
          className="transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span aria-hidden="true" className="figures absolute inset-0 grid place-items-center text-xl font-bold">
        {secondsLeft}
      </span>
      <span role="timer" aria-live="polite" className="sr-only">
        {t('secondsLeft', { seconds: spoken })}
      </span>
    </div>
  )
}
