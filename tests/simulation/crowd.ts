import type { Contestant } from './joining.ts'
import type { Month } from './month.ts'
import { type Ending, Visitors } from './visitor.ts'

/** Concurrent visitors. */
const AT_ONCE = 48
/** Evenings with gifts, the last across the month's end. */
const EVENINGS = 10
const DAY_SECONDS = 86_400
/** The last evening begins this long before the month's end. */
const BEFORE_THE_END_SECONDS = 6

export type Crowd = { readonly endings: Map<Ending, number>; readonly seconds: number }

/** Evenings full of gifts, with time in between. Processes die throughout. */
export async function giveGifts(
  month: Month,
  contestants: readonly Contestant[],
  { deaths, halfWay }: { deaths: number; halfWay: () => Promise<void> },
): Promise<Crowd> {
  const { clock } = month.stage
  const visitors = new Visitors(month, contestants)
  const endings = new Map<Ending, number>()
  const dying = dyingPlaces(month, deaths)
  const { votingStartsAt, endsAt } = clock.month
  let [given, seconds] = [0, 0]
  const evening = async (gifts: number) => {
    const startedAt = performance.now()
    await month.inTurns(Array.from({ length: gifts }), AT_ONCE, async () => {
      if (dying.delete(given++)) month.killer.soon()
      const ending = await visitors.give()
      endings.set(ending, (endings.get(ending) ?? 0) + 1)
    })
    seconds += (performance.now() - startedAt) / 1_000
    month.tell(`${given} of ${month.wishes.gifts} gifts, ${month.killer.dead.length} processes killed`)
  }
  const each = Math.floor(month.wishes.gifts / EVENINGS)
  const between = (endsAt.getTime() - votingStartsAt.getTime()) / EVENINGS
  for (let n = 0; n < EVENINGS - 1; n++) {
    await month.moveTo(new Date(votingStartsAt.getTime() + n * between + (DAY_SECONDS * 1_000) / 2))
    await evening(each)
    // Long enough for every query about an unreported prompt.
    for (const passes of [25, 70, 300, 3_600]) await month.pass(passes)
    await month.readStatement()
    await month.listGifts()
    if (n === Math.floor(EVENINGS / 2)) await halfWay()
  }
  await month.moveTo(new Date(endsAt.getTime() - BEFORE_THE_END_SECONDS * 1_000))
  await evening(month.wishes.gifts - given)
  return { endings, seconds }
}

/** Gifts before which a process dies, spread over all, at a random place in each share. */
function dyingPlaces(month: Month, deaths: number): Set<number> {
  const chance = month.chance('deaths')
  const share = Math.floor(month.wishes.gifts / deaths)
  return new Set(
    Array.from({ length: deaths }, (_, n) => n * share + chance.whole(0, Math.max(0, share - 1))),
  )
}
