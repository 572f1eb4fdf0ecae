import { z } from 'zod'
import { defineCall, nothing, roleNames } from './call.ts'

export const role = z.enum(roleNames)

export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
})
export type SessionUser = z.infer<typeof sessionUser>

const tokens = z.object({ access: z.string(), refresh: z.string() })

export const login = defineCall({
  method: 'POST',
  path: '/users/auth/login/',
  group: 'Auth',
  summary: 'Sign in with email and password',
  body: z.object({
    email: z
      .string({ error: 'This field is required.' })
      .trim()
      .toLowerCase()
      .min(1, 'This field is required.')
      .max(254, 'Ensure this field has no more than 254 characters.'),
    password: z
      .string({ error: 'This field is required.' })
      .min(1, 'This field is required.')
      .max(128, 'Ensure this field has no more than 128 characters.'),
  }),
  answer: tokens.extend({ user: sessionUser }),
})

export const refresh = defineCall({
  method: 'POST',
  path: '/users/auth/refresh/',
  group: 'Auth',
  summary: 'Exchange a refresh token for new tokens; the old one stops working',
  body: z.object({
    refresh: z
      .string({ error: 'This field is required.' })
      .min(1, 'This field is required.')
      .max(512, 'Ensure this field has no more than 512 characters.'),
  }),
  answer: tokens,
})

export const logout = defineCall({
  method: 'POST',
  path: '/users/auth/logout/',
  group: 'Auth',
  summary: 'End the session that the refresh token belongs to; always succeeds',
  /** What is no token ends nothing and is no error either. */
  body: z.object({ refresh: z.string().max(512).optional().catch(undefined) }),
  status: 204,
  answer: nothing,
})
