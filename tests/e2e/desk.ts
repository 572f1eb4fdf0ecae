// Seeded officers' actions by calls only: their screens have separate tests.
import { type APIRequestContext, expect } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'

export type Desk = {
  approveKyc(userId: string): Promise<void>
  rejectKyc(userId: string, reason: string, fieldReasons: Record<string, string>): Promise<void>
  approveVideo(videoId: string): Promise<void>
  rejectVideo(videoId: string, reason: string): Promise<void>
  decideTrack(trackId: string, status: 'APPROVED' | 'REJECTED', comments: string): Promise<void>
}

/** Signs the demo officer in. */
export async function openDesk(request: APIRequestContext): Promise<Desk> {
  const officer = demoAccounts.find(({ role }) => role === 'compliance_officer')
  const login = await request.post('/api/users/auth/login/', {
    data: { email: officer?.email, password: officer?.password },
  })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const decide = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return {
    approveKyc: (userId) => decide(`/users/profiles/${userId}/review_kyc/`, { action: 'approve' }),
    rejectKyc: (userId, reason, fieldReasons) =>
      decide(`/users/profiles/${userId}/review_kyc/`, {
        action: 'reject',
        reason,
        field_reasons: fieldReasons,
      }),
    approveVideo: (videoId) => decide(`/videos/${videoId}/approve/`, {}),
    rejectVideo: (videoId, reason) => decide(`/videos/${videoId}/reject/`, { reason }),
    decideTrack: async (trackId, status, review_comments) => {
      const data = { status, review_comments }
      const answer = await request.patch(`/api/tracking/tracks/${trackId}/`, { data, headers })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}
