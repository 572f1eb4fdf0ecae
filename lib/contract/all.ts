import * as accountSwitch from './account-switch.ts'
import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminPayments from './admin-payments.ts'
import * as audit from './audit.ts'
import * as backups from './backups.ts'
import type { Call } from './call.ts'
import * as challenges from './challenges.ts'
import * as comments from './comments.ts'
import * as compliance from './compliance.ts'
import * as fraud from './fraud.ts'
import * as gifts from './gifts.ts'
import * as health from './health.ts'
import * as kyc from './kyc.ts'
import * as operations from './operations.ts'
import * as profiles from './profiles.ts'
import * as royalties from './royalties.ts'
import * as secondFactor from './second-factor.ts'
import * as staff from './staff.ts'
import * as submissions from './submissions.ts'
import * as subscriptions from './subscriptions.ts'
import * as settings from './system-settings.ts'
import * as tally from './tally.ts'
import * as assignments from './track-assignments.ts'
import * as tracks from './tracks.ts'
import * as transfers from './transfers.ts'
import * as videos from './videos.ts'
import * as wallets from './wallets.ts'

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

/** The same as a flat list, for the API document and for tests that walk all of them. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (group) => Object.values(group) as Call[],
)
