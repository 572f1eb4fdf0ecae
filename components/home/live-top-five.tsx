import { useLeaderboard } from '#components/leaderboard/use-leaderboard.ts'
import type { ComingRow } from '#lib/client/leaderboard/leaderboard-moves.ts'
import { TopFiveList } from './top-five-list.tsx'

type LiveTopFiveProps = { initial: ComingRow[]; words: { title: string; all: string } }

export default function LiveTopFive({ initial, words }: LiveTopFiveProps) {
  const { rows } = useLeaderboard(initial)
  return <TopFiveList rows={rows ?? initial} words={words} />
}
