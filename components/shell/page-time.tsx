import { keptAt } from '#lib/client/offline/kept-at.ts'
import { useAsOf } from './use-as-of.ts'

/** From when the page is: the time it was stored at, or else opened at. The blank that follows it is part of the element. */
export default function PageTime() {
  const asOf = useAsOf()
  return (
    <strong className="figures font-semibold">{`${asOf(keptAt.read() ?? performance.timeOrigin)} `}</strong>
  )
}
