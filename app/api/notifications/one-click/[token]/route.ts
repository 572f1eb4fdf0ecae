import { methods } from '#lib/web/endpoint/endpoint.ts'
import { receiveOneClick } from '#lib/web/notifications/receive-one-click.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveOneClick })
