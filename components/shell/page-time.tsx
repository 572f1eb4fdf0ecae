import { keptAt } from '#lib/client/offline/kept-at.ts'
import { useAsOf } from './use-as-of.ts'

/** The time of caching or opening, with a trailing space. */
export default function PageTime() {
  const asOf = useAsOf()
  return (
    <strong className="figures font-semibold">{`${asOf(keptAt.read() ?? performance.timeOrigin)} `}</strong>
  )
}
