import * as accountSwitch from '#lib/contract/accounts/account-switch.ts'
import * as accounts from '#lib/contract/accounts/calls.ts'
import * as secondFactor from '#lib/contract/accounts/second-factor.ts'
import * as adminUsers from '#lib/contract/accounts/user-list.ts'
import * as assignments from '#lib/contract/assignments/calls.ts'
import * as audit from '#lib/contract/audit/calls.ts'
import * as backups from '#lib/contract/backups/calls.ts'
import * as challenges from '#lib/contract/challenges/calls.ts'
import * as comments from '#lib/contract/comments/calls.ts'
import * as fraud from '#lib/contract/fraud/calls.ts'
import * as gifts from '#lib/contract/gifts/calls.ts'
import * as health from '#lib/contract/health/calls.ts'
import * as operations from '#lib/contract/health/operations.ts'
import * as kyc from '#lib/contract/kyc/calls.ts'
import * as admin from '#lib/contract/overview/calls.ts'
import * as profiles from '#lib/contract/profiles/calls.ts'
import * as adminPayments from '#lib/contract/reconciliation/calls.ts'
import * as compliance from '#lib/contract/review/calls.ts'
import * as royalties from '#lib/contract/royalties/calls.ts'
import * as settings from '#lib/contract/settings/calls.ts'
import * as staff from '#lib/contract/staff/calls.ts'
import * as subscriptions from '#lib/contract/subscriptions/calls.ts'
import * as tally from '#lib/contract/tally/calls.ts'
import * as tracks from '#lib/contract/tracks/calls.ts'
import * as transfers from '#lib/contract/transfers/calls.ts'
import * as videos from '#lib/contract/videos/calls.ts'
import * as submissions from '#lib/contract/videos/submissions.ts'
import * as wallets from '#lib/contract/wallets/calls.ts'
import type { Call } from './call.ts'

/** Every documented call, by the name that handlers and clients use. */
export const contract = {
  accounts: {
    register: accounts.register,
    login: accounts.login,
    refresh: accounts.refresh,
    logout: accounts.logout,
    verifyEmail: accounts.verifyEmail,
    resendVerification: accounts.resendVerification,
    passwordReset: accounts.passwordReset,
    passwordResetConfirm: accounts.passwordResetConfirm,
    loginEligibility: accounts.loginEligibility,
    beginSecondFactor: secondFactor.beginSecondFactor,
    confirmSecondFactor: secondFactor.confirmSecondFactor,
  },
  profiles: {
    me: profiles.me,
    update: profiles.updateProfile,
    initiateAvatar: profiles.initiateAvatarUpload,
    completeAvatar: profiles.completeAvatarUpload,
    export: profiles.exportMe,
    delete: profiles.deleteMe,
  },
  kyc: {
    submit: kyc.submitKyc,
    initiateUpload: kyc.initiateKycUpload,
    completeUpload: kyc.completeKycUpload,
    generateUploadUrl: kyc.generateKycUploadUrl,
    confirmUpload: kyc.confirmKycUpload,
    review: kyc.reviewKyc,
  },
  compliance: {
    kycSubmissions: compliance.kycSubmissions,
    kycSubmission: compliance.kycSubmission,
    kycDocument: compliance.kycDocumentView,
    stats: compliance.complianceStats,
    takeClaim: compliance.takeClaim,
    releaseClaim: compliance.releaseClaim,
  },
  videos: { list: videos.list, detail: videos.detail, view: videos.view },
  submissions: {
    submit: submissions.submit,
    fetchMetadata: submissions.fetchMetadata,
    myVideos: submissions.myVideos,
    myAssignments: submissions.myAssignments,
    approve: submissions.approve,
    reject: submissions.reject,
    withdraw: submissions.withdraw,
  },
  comments: {
    list: comments.listComments,
    post: comments.postComment,
    remove: comments.deleteComment,
    report: comments.reportComment,
    reported: comments.reportedComments,
    keep: comments.keepComment,
    removeReported: comments.removeReported,
  },
  gifts: {
    bulkVote: gifts.bulkVote,
    detail: gifts.giftDetail,
    retryPrompt: gifts.retryPrompt,
    claim: gifts.claim,
    testVote: gifts.testVote,
  },
  fraud: {
    signals: fraud.fraudSignals,
    detail: fraud.fraudSignalDetail,
    dismiss: fraud.dismissSignal,
    escalate: fraud.escalateSignal,
  },
  challenges: {
    current: challenges.current,
    leaderboard: challenges.leaderboard,
    past: challenges.past,
    results: challenges.results,
    movePhase: challenges.movePhase,
    running: challenges.running,
    moveDates: challenges.moveDates,
    subscriptionStatus: subscriptions.subscriptionStatus,
    join: subscriptions.join,
  },
  tally: { summary: tally.tallySummary, rows: tally.tallyRows, find: tally.tallyFind },
  tracks: {
    initiateUpload: tracks.initiateTrackUpload,
    completeUpload: tracks.completeTrackUpload,
    cancelUpload: tracks.cancelTrackUpload,
    myTracks: tracks.myTracks,
    assignments: tracks.musicianAssignments,
    dancerVideos: tracks.dancerVideos,
    delete: tracks.deleteTrack,
    retire: tracks.retireTrack,
    pending: tracks.pendingTracks,
    review: tracks.reviewTrack,
  },
  assignments: {
    unassigned: assignments.unassignedDancers,
    statistics: assignments.assignmentStatistics,
    bulkAssign: assignments.bulkAssign,
    assignIndividual: assignments.assignIndividual,
  },
  royalties: { statements: royalties.statements },
  wallets: {
    mine: wallets.myWallet,
    transactions: wallets.transactions,
    withdraw: wallets.withdraw,
    withdrawals: wallets.withdrawals,
    cancelWithdrawal: wallets.cancelWithdrawal,
    cancelByMail: wallets.cancelByMail,
    topup: wallets.topup,
    topupStatus: wallets.topupDetail,
  },
  settings: {
    list: settings.systemSettings,
    change: settings.changeSystemSetting,
    approve: settings.approveSettingProposal,
    reject: settings.rejectSettingProposal,
  },
  backups: { list: backups.backups, request: backups.requestBackup, verify: backups.verifyBackup },
  admin: {
    overview: admin.overview,
    stats: admin.stats,
    users: adminUsers.listUsers,
    wallets: transfers.systemWallets,
    transfer: transfers.fundTransfer,
    transfers: transfers.fundTransfers,
    approveTransfer: transfers.approveTransfer,
    rejectTransfer: transfers.rejectTransfer,
    staff: staff.listStaff,
    inviteStaff: staff.inviteStaff,
    activateStaff: staff.activateStaff,
    deactivateStaff: staff.deactivateStaff,
    resetSecondFactor: staff.resetSecondFactor,
    activateUser: accountSwitch.activateUser,
    deactivateUser: accountSwitch.deactivateUser,
    approveSecondFactorReset: staff.approveSecondFactorReset,
    rejectSecondFactorReset: staff.rejectSecondFactorReset,
    auditLogs: audit.auditLogs,
  },
  adminPayments: {
    list: adminPayments.adminPayments,
    detail: adminPayments.adminPaymentView,
    resolve: adminPayments.resolvePayment,
    approvePayout: adminPayments.approvePayoutCall,
    resumePayouts: adminPayments.resumePayoutsCall,
    acknowledgeAlert: adminPayments.acknowledgeAlertCall,
  },
  health: {
    metrics: health.healthMetrics,
    deadLetters: health.deadLetters,
    retryDeadLetter: health.retryDeadLetter,
  },
  operations: { health: operations.health, ready: operations.ready },
} as const

/** Files for people: no JSON, so they are no part of the API document. */
export const downloads = { audit: audit.auditFile, tally: tally.tallyFile } as const

/** Every documented call as a flat list, for the API document and for tests that walk all of them. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (group) => Object.values(group) as Call[],
)
