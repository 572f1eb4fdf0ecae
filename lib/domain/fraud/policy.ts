import type { OwnPhoneLink, SignalReason } from '#lib/contract/fraud/calls.ts'

// Only a dancer's own phone holds a gift before it counts; other facts only raise the score.

/** Facts about gifts to one video with something in common; 0 if not applicable. */
export type Facts = {
  /** The strongest link of the payer's phone to the dancer. */
  readonly ownPhone: OwnPhoneLink | null
  /** Distinct phones that paid from one browser (its session on the device). */
  readonly phonesOfDevice: number
  /** Distinct phones that paid from one network on devices with equal traits. */
  readonly phonesOfModel: number
  /** Distinct phones that paid from one network. */
  readonly phonesOfNetwork: number
  /** The most gifts of one phone or browser within ten minutes. */
  readonly giftsInTenMinutes: number
  /** Votes of the busiest ten minutes, as a multiple of the video's usual ten minutes. */
  readonly timesUsual: number
}

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
 * Points by how certainly a phone is the dancer's: the profile's phone, a phone that received a withdrawal,
 * or one that paid for the dancer, as friends and parents also do.
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
  /** `from` is the first value that scores, `to` the first with all points. */
  readonly from: number
  readonly to: number
  readonly points: number
}

/**
 * A browser with many phones scores most: its session is random and stays on the device. Equal traits score
 * less, since thousands of phones are of one model. A network scores least: Kenya's carriers put thousands of
 * phones behind one address.
 */
const rules: readonly Rule[] = [
  { kind: 'phones_of_device', value: (facts) => facts.phonesOfDevice, from: 3, to: 8, points: 75 },
  { kind: 'gifts_in_ten_minutes', value: (facts) => facts.giftsInTenMinutes, from: 5, to: 12, points: 50 },
  { kind: 'phones_of_model', value: (facts) => facts.phonesOfModel, from: 6, to: 20, points: 45 },
  { kind: 'times_usual', value: (facts) => facts.timesUsual, from: 6, to: 30, points: 45 },
  { kind: 'phones_of_network', value: (facts) => facts.phonesOfNetwork, from: 15, to: 100, points: 25 },
]

export type Scored = { readonly score: number; readonly reasons: readonly SignalReason[] }

/** Returns a score from 0 to 100, with reasons, strongest first. Monotonic in each fact. */
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

/** 0 below `from`, all `points` from `to` on, whole points in between. */
function ramp(value: number, from: number, to: number, points: number): number {
  if (value < from) return 0
  return Math.floor((points * Math.min(to, value) - points * (from - 1)) / (to - from + 1))
}

export type Hold = Scored & { readonly link: OwnPhoneLink }

/**
 * Returns the score of the strongest link alone; null without phones. A setting decides which score holds a
 * gift.
 */
export function holdOfLink(known: readonly KnownPhone[]): Hold | null {
  const link = strongestOf(known.map((one) => one.link))
  return link === null ? null : { ...score({ ...nothingStrange, ownPhone: link }), link }
}

/** A user's own phone, as 2547XXXXXXXX. */
export type KnownPhone = { readonly phone: string; readonly link: OwnPhoneLink }

/** The link with the highest score, or null. */
export function strongestOf(links: readonly OwnPhoneLink[]): OwnPhoneLink | null {
  return [...links].sort((a, b) => ownPhonePoints[b] - ownPhonePoints[a])[0] ?? null
}

const TEN_MINUTES_MS = 600_000

/** Fewer votes in ten minutes are no burst, however quiet the video is. */
export const BURST_VOTES = 100

/**
 * Returns the peak as a multiple of the usual votes in ten minutes, rounded down; 0 if there is no burst.
 * @param peakVotes in the busiest ten minutes
 * @param otherVotes the video's votes at all other times
 * @param openSeconds how long the video has taken votes
 */
export function timesUsual(peakVotes: number, otherVotes: number, openSeconds: number): number {
  if (peakVotes < BURST_VOTES) return 0
  const usual = otherVotes / Math.max(1, openSeconds / (TEN_MINUTES_MS / 1_000))
  return Math.floor(peakVotes / Math.max(1, usual))
}

/** Growth in points that reopens a dismissed signal. */
export const REOPENS_AFTER_POINTS = 20

/** Review reason of a counted gift that super admins hold with its signal (lib/domain/rings/commands.ts). */
export const SIGNAL_HOLD = 'signal_hold'
