import { methods } from '#lib/web/endpoint/endpoint.ts'
import { giftDetail } from '#lib/web/gifts/gift-calls.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: giftDetail })
