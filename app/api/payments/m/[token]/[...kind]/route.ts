import { receiveCallback } from '#lib/web/receive-callback.ts'
import { methods } from '#lib/web/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveCallback })
