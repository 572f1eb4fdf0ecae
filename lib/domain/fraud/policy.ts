import type { OwnPhoneLink, SignalReason } from '#lib/contract/fraud/calls.ts'

// Scores how strange gifts look. Only an own phone can hold money.

/** What is known of gifts to one video that have something in common. Where a fact does not apply it is 0. */
export type Facts = {
  /** The strongest way in which the payer's phone is known as the dancer's own. */
  readonly ownPhone: OwnPhoneLink | null
  /** Different phones that paid from one browser (its session, kept on the device). */
  readonly phonesOfDevice: number
  /** Different phones that paid from one network on devices with equal traits. */
  readonly phonesOfModel: number
  /** Different phones that paid from one network. */
  readonly phonesOfNetwork: number
  /** The most gifts of one phone, or of one browser, within ten minutes. */
  readonly giftsInTenMinutes: number
  /** How many times the votes of its ten busiest minutes are those of the video's usual ten minutes. */
  readonly timesUsual: number
}

/** The facts of a gift that is not strange. */
export const nothingStrange: Facts = {
  ownPhone: null,
  phonesOfDevice: 0,
  phonesOfModel: 0,
  phonesOfNetwork: 0,
  giftsInTenMinutes: 0,
  timesUsual: 0,
}

export const MOST_POINTS = 100

/**
 * How certain it is that the phone is the dancer's own: they say so in their profile, they had money sent there, or they
 * paid from it for themselves, which friends and parents do as well.
 */
const ownPhonePoints: Readonly<Record<OwnPhoneLink, number>> = {
  profile: 100,
  withdrawal: 90,
  top_up: 60,
  subscription: 50,
}

type Rule = {
  readonly kind: Exclude<SignalReason['kind'], 'own_phone'>
  readonly value: (facts: Facts) => number
  /** The first value that earns points, and the one that earns all of them. */
  readonly from: number
  readonly to: number
  readonly points: number
}

/**
 * A browser that many phones pay from scores most: its session is random and stays on the device. Equal traits score less,
 * since thousands of phones are of one model. A network scores least: carriers in Kenya put thousands of phones behind one
 * address.
 */
const rules: readonly Rule[] = [
  { kind: 'phones_of_device', value: (facts) => facts.phonesOfDevice, from: 3, to: 8, points: 75 },
  { kind: 'gifts_in_ten_minutes', value: (facts) => facts.giftsInTenMinutes, from: 5, to: 12, points: 50 },
  { kind: 'phones_of_model', value: (facts) => facts.phonesOfModel, from: 6, to: 20, points: 45 },
  { kind: 'times_usual', value: (facts) => facts.timesUsual, from: 6, to: 30, points: 45 },
  { kind: 'phones_of_network', value: (facts) => facts.phonesOfNetwork, from: 15, to: 100, points: 25 },
]

export type Scored = { readonly score: number; readonly reasons: readonly SignalReason[] }

/**
 * Scores facts from 0 to 100, with the reasons, the weightiest first. More of a fact never scores less.
 */
export function score(facts: Facts): Scored {
  const reasons = rules
    .map(({ kind, value, from, to, points }) => ({
      kind,
      value: value(facts),
      link: null,
      points: ramp(value(facts), from, to, points),
    }))
    .filter(({ points }) => points > 0)
  const own = facts.ownPhone
    ? [{ kind: 'own_phone' as const, value: 1, link: facts.ownPhone, points: ownPhonePoints[facts.ownPhone] }]
    : []
  const all = [...own, ...reasons].sort((a, b) => b.points - a.points)
  const sum = all.reduce((total, { points }) => total + points, 0)
  return { score: Math.min(MOST_POINTS, sum), reasons: all }
}

/** Returns 0 below `from`, all of `points` from `to` on, and whole points in between. */
function ramp(value: number, from: number, to: number, points: number): number {
  if (value < from) return 0
  return Math.floor((points * Math.min(to, value) - points * (from - 1)) / (to - from + 1))
}

/** Why a gift is held before it counts. */
export type Hold = Scored & { readonly link: OwnPhoneLink }

/** Scores the strongest link of these phones by itself; null where there are none. A setting says which score holds a gift. */
export function holdOfLink(known: readonly KnownPhone[]): Hold | null {
  const link = strongestOf(known.map((one) => one.link))
  return link === null ? null : { ...score({ ...nothingStrange, ownPhone: link }), link }
}

/** A phone that is known as somebody's own, as 2547XXXXXXXX. */
export type KnownPhone = { readonly phone: string; readonly link: OwnPhoneLink }

/** Returns the link that scores most; null where there is none. */
export function strongestOf(links: readonly OwnPhoneLink[]): OwnPhoneLink | null {
  return [...links].sort((a, b) => ownPhonePoints[b] - ownPhonePoints[a])[0] ?? null
}

const TEN_MINUTES_MS = 600_000

/** Fewer votes than this in ten minutes are no burst, however quiet the video is otherwise. */
export const BURST_VOTES = 100

/**
 * Returns how many times the usual a video's ten busiest minutes are, rounded down; 0 where they are no burst.
 * @param peakVotes in those ten minutes
 * @param otherVotes the video's votes at all other times
 * @param openSeconds for how long it has taken votes
 */
export function timesUsual(peakVotes: number, otherVotes: number, openSeconds: number): number {
  if (peakVotes < BURST_VOTES) return 0
  const usual = otherVotes / Math.max(1, openSeconds / (TEN_MINUTES_MS / 1_000))
  return Math.floor(peakVotes / Math.max(1, usual))
}

/** A dismissed signal that has grown by so many points is opened again. */
export const REOPENS_AFTER_POINTS = 20

/** The review reason of a gift that counted, and that super admins hold with the others of its signal (lib/domain/rings/commands.ts). */
export const SIGNAL_HOLD = 'signal_hold'
