// The plain build of a gift's path: Prisma, a queue for callbacks, and M-Pesa's call.
import { PrismaPg } from '@prisma/adapter-pg'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'

type Opened = { prisma: PrismaClient; callbacks: Queue }

// Opened by the first request, because the build must not connect.
let opened: Opened | undefined

export function open(): Opened {
  opened ??= {
    prisma: new PrismaClient({
      adapter: new PrismaPg({ connectionString: process.env.PLAIN_DATABASE_URL, max: 10 }),
    }),
    callbacks: new Queue('callbacks', {
      prefix: 'plain',
      connection: new Redis(process.env.PLAIN_REDIS_URL ?? '', { maxRetriesPerRequest: null }),
      defaultJobOptions: { removeOnComplete: 1_000, attempts: 20, backoff: { type: 'fixed', delay: 500 } },
    }),
  }
  return opened
}

/** @returns its CheckoutRequestID */
export async function sendPrompt(phone: string, callbackUrl: string): Promise<string> {
  const response = await fetch(`${process.env.PLAIN_MPESA_URL}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ PhoneNumber: phone, PartyA: phone, Amount: 50, CallBackURL: callbackUrl }),
  })
  const { CheckoutRequestID } = (await response.json()) as { CheckoutRequestID: string }
  return CheckoutRequestID
}
