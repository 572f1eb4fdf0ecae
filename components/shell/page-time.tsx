import { cachedAt } from '#lib/client/offline/cached-at.ts'
import { useAsOf } from './use-as-of.ts'

/** When the page was cached, or else opened; ends with a space. */
export default function PageTime() {
  const asOf = useAsOf()
  return (
    <strong className="figures font-semibold">{`${asOf(cachedAt.read() ?? performance.timeOrigin)} `}</strong>
  )
}
