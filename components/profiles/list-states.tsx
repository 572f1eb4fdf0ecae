import Link from 'next/link'
import { buttonStyle } from '#components/ui/button.tsx'

export function ListLoading({ words }: { words: string }) {
  return (
    <div role="status">
      <span className="sr-only">{words}</span>
      <div aria-hidden="true" className="grid gap-3">
        {Array.from({ length: 3 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
          <div key={row} className="skeleton h-24" />
        ))}
      </div>
    </div>
  )
}

export function ListEmpty({
  title,
  detail,
  action,
}: {
  title: string
  detail: string
  action?: { href: string; words: string }
}) {
  return (
    <div className="rounded-3xl border border-dashed border-edge px-6 py-10 text-center">
      <p className="font-display text-xl font-bold">{title}</p>
      <p className="mx-auto mt-1 max-w-md text-soft">{detail}</p>
      {action ? (
        <Link href={action.href} className={buttonStyle({ className: 'mt-4' })}>
          {action.words}
        </Link>
      ) : null}
    </div>
  )
}
