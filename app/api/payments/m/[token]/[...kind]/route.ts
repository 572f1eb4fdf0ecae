import { methods } from '#lib/web/methods.ts'
import { receiveCallback } from '#lib/web/receive-callback.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveCallback })
