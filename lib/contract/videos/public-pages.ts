import type { z } from 'zod'
import type { challengePhase } from '#lib/contract/challenges/calls.ts'

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
  /** On the leaderboard or a closed month's result; null if not the dancer's best dance. */
  readonly rank: number | null
  /** In shillings. */
  readonly prize: number
}

export type DancerPage = {
  readonly username: string
  readonly displayName: string
  readonly location: string
  readonly avatarUrl: string | null
  /** Including dances beyond the length of `list`. */
  readonly dances: number
  readonly votes: number
  /** Months with a prize, and shillings won. */
  readonly wins: number
  readonly won: number
  /** Best rank in closed months; null before the first. */
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
