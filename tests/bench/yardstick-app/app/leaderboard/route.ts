import { constantBody } from '../../constant-body.ts'

export const GET = constantBody('leaderboard')
export const dynamic = 'force-dynamic'
