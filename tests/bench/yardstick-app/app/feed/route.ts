import { constantBody } from '../../constant-body.ts'

export const GET = constantBody('feed')
export const dynamic = 'force-dynamic'
