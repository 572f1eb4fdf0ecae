import type { z } from 'zod'
import type { challengePhase } from '#lib/contract/challenges/calls.ts'

/** An approved dance, as a public page lists it. */
export type ListedDance = {
  readonly id: string
  readonly title: string
  readonly thumbnailUrl: string | null
  readonly votes: number
  readonly month: {
    readonly id: string
    readonly title: string
    readonly phase: z.infer<typeof challengePhase>
  }
  readonly dancer: { readonly username: string; readonly displayName: string }
  readonly song: { readonly id: string; readonly title: string; readonly artist: string }
  /** The place on the leaderboard, or in the result of a month that is closed; null for a dance that was not the dancer's best. */
  readonly rank: number | null
  /** Won, in shillings. */
  readonly prize: number
}

export type DancerPage = {
  readonly username: string
  readonly displayName: string
  readonly location: string
  readonly avatarUrl: string | null
  /** Of all approved dances, those included that are not listed. */
  readonly dances: number
  readonly votes: number
  /** Months in which a prize was won, and what they brought in shillings. */
  readonly wins: number
  readonly won: number
  /** The best place of a month that is closed; null before the first. */
  readonly bestRank: number | null
  /** Newest first. */
  readonly list: readonly ListedDance[]
}

export type SongPage = {
  readonly id: string
  readonly title: string
  readonly artist: string
  readonly genre: string
  readonly dances: number
  readonly dancers: number
  readonly votes: number
  /** Most votes first. */
  readonly list: readonly ListedDance[]
}
