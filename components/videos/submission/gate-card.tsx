import type { ReactNode } from 'react'

type GateCardProps = { title: string; children: ReactNode; action: ReactNode }

/** What stands between a dancer and the next step, and the one thing to do about it. */
export function GateCard({ title, children, action }: GateCardProps) {
  return (
    <section className="mt-10 overflow-hidden rounded-3xl border border-line bg-surface">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="mx-auto max-w-xl px-6 py-10 text-center lg:py-14">
        <h2 className="text-2xl lg:text-4xl">{title}</h2>
        <div className="mt-3 text-lg text-soft">{children}</div>
        <div className="mt-7 flex flex-wrap justify-center gap-3">{action}</div>
      </div>
    </section>
  )
}
