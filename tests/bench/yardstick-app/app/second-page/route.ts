import { constantBody } from '../../constant-body.ts'

export const GET = constantBody('second-page')
export const dynamic = 'force-dynamic'
