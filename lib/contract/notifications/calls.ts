import { z } from 'zod'
import { emailAddress } from '#lib/contract/accounts/emails.ts'
import {
  defineCall,
  nothing,
  pageOf,
  paging,
  required,
  requiredString,
  requiredText,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { ENDPOINT_MAX, notificationChannels, notificationKinds, PUSH_KEY_MAX } from './constants.ts'

export * from './constants.ts'

const group = 'Notifications'
const access = ['dancer', 'copyright_owner'] as const
const kind = z.enum(notificationKinds, { error: codedSentence('field.not_choice') })
const channel = z.enum(notificationChannels, { error: codedSentence('field.not_choice') })
const locale = z.enum(mailLocales, { error: codedSentence('choose.language') }).default('en')
const isOn = z.boolean(required(codedSentence('field.not_true_or_false')))

const notification = z.object({
  id: uuid,
  kind,
  title: z.string(),
  text: z.string(),
  path: z.string(),
  created_at: timestamp,
  is_read: z.boolean(),
})
export type NotificationView = z.infer<typeof notification>

export const notifications = defineCall('GET /notifications/', {
  group,
  summary: 'What the one who asks was told, newest first, in the language that is asked for',
  access,
  query: z.object({ ...paging, locale }),
  answer: pageOf(notification).extend({ unread: z.number().int() }),
})
export type NotificationPage = z.infer<typeof notifications.answer>

const unread = z.object({ unread: z.number().int() })

export const unreadNotifications = defineCall('GET /notifications/unread/', {
  group,
  summary: 'How many of them are unread',
  access,
  answer: unread,
})

export const readNotifications = defineCall('POST /notifications/read/', {
  group,
  summary: 'Mark these as read, or all where none are named',
  access,
  body: z.object({
    ids: z
      .array(uuid)
      .max(100, codedSentence('choose.named_at_most', { max: 100 }))
      .optional(),
  }),
  answer: unread,
})

const choices = z.object({
  email: z.string(),
  /** Kinds for the caller's role. */
  choices: z.array(z.object({ kind, mail: z.boolean(), push: z.boolean() })),
})
export type NotificationChoices = z.infer<typeof choices>

export const notificationChoices = defineCall('GET /notifications/choices/', {
  group,
  summary: 'What the one who asks wants to be told about, and how',
  access,
  answer: choices,
})

export const chooseNotification = defineCall('PATCH /notifications/choices/', {
  group,
  summary: 'Choose one kind and channel; what is queued already obeys too',
  access,
  body: z.object({ kind, channel, is_on: isOn }),
  answer: choices,
})

const base64url = (max: number) =>
  z
    .string(requiredString)
    .max(max, codedSentence('field.too_long', { max }))
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, codedSentence('push_key_unfit'))
const endpoint = z
  .url({ error: codedSentence('push_service_unknown') })
  .max(ENDPOINT_MAX, codedSentence('field.too_long', { max: ENDPOINT_MAX }))

/** From `PushSubscription.toJSON()`. */
export const pushDevice = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(PUSH_KEY_MAX), auth: base64url(PUSH_KEY_MAX) }),
})

export const pushKey = defineCall('GET /notifications/push/key/', {
  group,
  summary: 'The key that browsers subscribe with; null where this installation sends no pushes',
  answer: z.object({ public_key: z.string().nullable() }),
})

export const addPushDevice = defineCall('POST /notifications/push/', {
  group,
  summary: 'Let this browser receive the pushes of the one who asks, until they sign out on it',
  access,
  alsoAnswers: [409],
  body: pushDevice.extend({ locale }),
  status: 201,
  answer: nothing,
})

export const removePushDevice = defineCall('POST /notifications/push/remove/', {
  group,
  summary: 'End the pushes to a browser; who knows its address may, signed in or not',
  body: z.object({ endpoint }),
  status: 204,
  answer: nothing,
})

export const testPush = defineCall('POST /notifications/push/test/', {
  group,
  summary: 'Push a test to this browser of the one who asks',
  access,
  alsoAnswers: [404],
  body: z.object({ endpoint }),
  status: 202,
  answer: nothing,
})

export const unsubscribe = defineCall('POST /notifications/unsubscribe/', {
  group,
  summary: 'Stop mails by the link of a mail: those of its kind, or all',
  body: z.object({ token: requiredText(400), everything: z.boolean().default(false) }),
  answer: z.object({
    /** Kinds that are no longer mailed; empty for a follower of a result. */
    stopped: z.array(kind),
  }),
})
export type Unsubscribed = z.infer<typeof unsubscribe.answer>

const challenge = z.object({
  id: z.union([z.literal('current'), uuid], { error: codedSentence('field.not_uuid') }),
})

export const followResult = defineCall('POST /challenges/{id}/follow/', {
  group,
  summary: 'Be told once when the result of a month is there: by mail after a confirmation, or by push',
  params: challenge,
  alsoAnswers: [409],
  body: z
    .object({
      email: emailAddress.optional(),
      push: pushDevice.optional(),
      locale,
    })
    .refine(({ email, push }) => (email === undefined) !== (push === undefined), {
      error: codedSentence('email_unfit'),
      path: ['email'],
    }),
  status: 202,
  answer: z.object({ state: z.enum(['confirm', 'following']) }),
})
export type Followed = z.infer<typeof followResult.answer>

export const confirmFollow = defineCall('POST /challenges/follow/confirm/', {
  group,
  summary: 'Confirm the address by the link of the mail',
  alsoAnswers: [409],
  body: z.object({ token: requiredText(400) }),
  answer: z.object({ challenge: z.string() }),
})
