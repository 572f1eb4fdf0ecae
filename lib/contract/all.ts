import * as accounting from './accounting/calls.ts'
import * as accountActivation from './accounts/account-activation.ts'
import * as accounts from './accounts/calls.ts'
import * as secondFactor from './accounts/second-factor.ts'
import * as adminUsers from './accounts/user-list.ts'
import * as assignments from './assignments/calls.ts'
import * as audit from './audit/calls.ts'
import * as backups from './backups/calls.ts'
import type { Call } from './call.ts'
import * as cash from './cash/calls.ts'
import * as challenges from './challenges/calls.ts'
import * as comments from './comments/calls.ts'
import * as decisions from './decisions/calls.ts'
import * as disputes from './disputes/calls.ts'
import * as signalActions from './fraud/actions.ts'
import * as fraud from './fraud/calls.ts'
import * as gifts from './gifts/calls.ts'
import * as alerts from './health/alerts.ts'
import * as health from './health/calls.ts'
import * as kyc from './kyc/calls.ts'
import * as kycReview from './kyc/review.ts'
import * as leaderboard from './leaderboard/calls.ts'
import { ownStanding } from './leaderboard/own-standing.ts'
import * as moneyOut from './money-out/calls.ts'
import * as notifications from './notifications/calls.ts'
import * as admin from './overview/calls.ts'
import * as period from './overview/period.ts'
import * as search from './overview/search.ts'
import * as today from './overview/today.ts'
import * as waiting from './overview/waiting.ts'
import * as payments from './payments/payment-list.ts'
import * as payouts from './payouts/calls.ts'
import * as people from './people/calls.ts'
import * as profiles from './profiles/calls.ts'
import * as adminPayments from './reconciliation/calls.ts'
import * as review from './review/calls.ts'
import * as royalties from './royalties/calls.ts'
import * as settings from './settings/calls.ts'
import * as staff from './staff/calls.ts'
import * as subscriptions from './subscriptions/calls.ts'
import * as tally from './tally/calls.ts'
import * as taxes from './taxes/calls.ts'
import * as topups from './topups/calls.ts'
import * as tracks from './tracks/calls.ts'
import * as transfers from './transfers/calls.ts'
import * as videos from './videos/calls.ts'
import { dancers } from './videos/dancers.ts'
import { oembed } from './videos/oembed.ts'
import * as submissions from './videos/submissions.ts'
import * as wallets from './wallets/calls.ts'

/** Every documented call, by handler and client name. */
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
    uploadParts: kyc.kycUploadParts,
    completeUpload: kyc.completeKycUpload,
    generateUploadUrl: kyc.generateKycUploadUrl,
    confirmUpload: kyc.confirmKycUpload,
    ownDocument: kyc.ownKycDocument,
    review: kycReview.reviewKyc,
  },
  compliance: {
    kycSubmissions: kycReview.kycSubmissions,
    kycSubmission: kycReview.kycSubmission,
    kycDocument: kycReview.kycDocumentView,
    stats: review.complianceStats,
    takeClaim: review.takeClaim,
    releaseClaim: review.releaseClaim,
    heldDecisions: decisions.heldDecisions,
    decideSeveral: decisions.decideSeveral,
    undoDecisions: decisions.undoDecisions,
  },
  videos: { list: videos.list, detail: videos.detail, view: videos.view, oembed, dancers },
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
  disputes: {
    open: disputes.openDispute,
    followed: disputes.followedDispute,
    list: disputes.disputes,
    detail: disputes.disputeView,
    candidates: disputes.disputeCandidates,
    openAtDesk: disputes.openDeskDispute,
    change: disputes.changeDispute,
    note: disputes.noteDispute,
    searchStatement: disputes.searchStatement,
  },
  fraud: {
    signals: fraud.fraudSignals,
    detail: fraud.fraudSignalDetail,
    dismiss: fraud.dismissSignal,
    escalate: fraud.escalateSignal,
    reopen: fraud.reopenSignal,
    order: signalActions.orderSignalAction,
    decide: signalActions.decideSignalAction,
  },
  challenges: {
    current: challenges.current,
    leaderboard: leaderboard.leaderboard,
    ownStanding,
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
    uploadParts: tracks.trackUploadParts,
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
  royalties: { statements: royalties.statements, current: royalties.currentStatement },
  wallets: {
    mine: wallets.myWallet,
    transactions: wallets.transactions,
    withdraw: payouts.withdraw,
    withdrawals: payouts.withdrawals,
    cancelWithdrawal: payouts.cancelWithdrawal,
    cancelByMail: payouts.cancelByMail,
    topup: topups.topup,
    openTopups: topups.openTopups,
    topupStatus: topups.topupDetail,
  },
  notifications: {
    list: notifications.notifications,
    unread: notifications.unreadNotifications,
    read: notifications.readNotifications,
    choices: notifications.notificationChoices,
    choose: notifications.chooseNotification,
    pushKey: notifications.pushKey,
    addDevice: notifications.addPushDevice,
    removeDevice: notifications.removePushDevice,
    testPush: notifications.testPush,
    unsubscribe: notifications.unsubscribe,
    followResult: notifications.followResult,
    confirmFollow: notifications.confirmFollow,
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
    search: search.search,
    waiting: waiting.waiting,
    today: today.today,
    period: period.period,
    users: adminUsers.listUsers,
    userTotals: adminUsers.userTotals,
    wallets: transfers.systemWallets,
    transfer: transfers.fundTransfer,
    transfers: transfers.fundTransfers,
    approveTransfer: transfers.approveTransfer,
    rejectTransfer: transfers.rejectTransfer,
    staff: staff.listStaff,
    inviteStaff: staff.inviteStaff,
    activateStaff: staff.activateStaff,
    deactivateStaff: staff.deactivateStaff,
    withdrawInvitation: staff.withdrawInvitation,
    resetSecondFactor: staff.resetSecondFactor,
    person: people.person,
    personRecords: people.personRecords,
    freezeWithdrawals: people.freezeWithdrawals,
    unfreezeWithdrawals: people.unfreezeWithdrawals,
    revokeIdentity: people.revokeIdentity,
    confirmRevocation: people.confirmRevocation,
    rejectRevocation: people.rejectRevocation,
    writeLetter: people.writeLetter,
    payer: people.payer,
    payerRecords: people.payerRecords,
    activateUser: accountActivation.activateUser,
    deactivateUser: accountActivation.deactivateUser,
    approveSecondFactorReset: staff.approveSecondFactorReset,
    rejectSecondFactorReset: staff.rejectSecondFactorReset,
    auditLogs: audit.auditLogs,
  },
  cash: {
    journals: cash.cashJournals,
    propose: cash.proposeCash,
    confirm: cash.confirmCash,
    reject: cash.rejectCash,
    reverse: cash.reverseCash,
    position: cash.cashPosition,
  },
  accounting: {
    reports: accounting.monthReports,
    report: accounting.monthReportView,
    addRecipient: accounting.addRecipient,
    removeRecipient: accounting.removeRecipient,
    taxYear: taxes.taxYear,
    ownTaxYears: taxes.ownTaxYears,
  },
  adminPayments: {
    all: payments.paymentList,
    totals: payments.paymentTotals,
    moneyOut: moneyOut.moneyOut,
    moneyOutTotals: moneyOut.moneyOutTotals,
    list: adminPayments.adminPayments,
    detail: adminPayments.adminPaymentView,
    resolve: adminPayments.resolvePayment,
    approvePayout: payouts.approvePayout,
    resumePayouts: payouts.resumePayouts,
    acknowledgeAlert: payouts.acknowledgeAlert,
  },
  health: {
    metrics: health.healthMetrics,
    alerts: alerts.systemAlerts,
    chooseAlert: alerts.chooseAlert,
    publicStatus: health.publicStatus,
    deadLetters: health.deadLetters,
    retryDeadLetter: health.retryDeadLetter,
  },
  operations: { health: health.health, ready: health.ready },
} as const

/** Files; their paths end in the type of file. */
export const downloads = {
  disputes: disputes.disputeFile,
  payer: people.payerFile,
  person: people.personFile,
  cases: adminPayments.adminPaymentFile,
  audit: audit.auditFile,
  cash: cash.cashFile,
  ledgerBeancount: accounting.ledgerBeancount,
  ledgerCsv: accounting.ledgerCsv,
  ledgerHledger: accounting.ledgerHledger,
  monthReportCsv: accounting.monthReportCsv,
  monthReportPdf: accounting.monthReportPdf,
  moneyOut: moneyOut.moneyOutFile,
  payments: payments.paymentFile,
  ownTaxCertificate: taxes.ownTaxCertificate,
  signals: fraud.fraudSignalFile,
  tally: tally.tallyFile,
  taxCertificate: taxes.taxCertificate,
  users: adminUsers.userFile,
  wallets: transfers.walletFile,
} as const

/** Flat list of the calls that answer JSON. */
export const allCalls: readonly Call[] = Object.values(contract).flatMap(
  (group) => Object.values(group) as Call[],
)

/** Calls and files, for the API document and tests. */
export const callsAndFiles: readonly Call[] = [...allCalls, ...Object.values(downloads)]
