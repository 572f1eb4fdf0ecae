import { constantBody } from '../../constant-body.ts'

export const GET = constantBody('challenge')
export const dynamic = 'force-dynamic'
