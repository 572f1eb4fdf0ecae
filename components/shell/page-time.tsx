import { cachedAt } from '#lib/client/offline/cached-at.ts'
import { useAsOf } from './use-as-of.ts'

/** The time of caching or opening, with a trailing space. */
export default function PageTime() {
  const asOf = useAsOf()
  return (
    <strong className="figures font-semibold">{`${asOf(cachedAt.read() ?? performance.timeOrigin)} `}</strong>
  )
}
