import { methods } from '#lib/web/endpoint/endpoint.ts'
import { receiveUssd } from '#lib/web/ussd/receive-ussd.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveUssd })
