package org.sovereignbook.sbp.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestSociety;

/** Whether every stored time has a judge. */
class StoredTimesTest {
  private static final String PROGRAM = "org.sovereignbook.sbp";

  /** Where the times of records are stored; those that are not are only in memory. */
  private static final String WHERE =
      """
      access.Access$Held.at: memory
      access.Access$Judged.notBefore: memory
      access.AccessDecision.notBefore: memory
      agent.CallRecord.time: llm-ledger.jsonl time
      agent.CallRecord.until: llm-ledger.jsonl until
      agent.LlmStatus$Resting.until: memory
      agent.LlmStatus.resting: memory
      agent.LlmStatus.waiting: memory
      agent.SharedCalls$Asked$Held.until: memory
      agents.Tokens$Ending.at: memory
      author.ReplyNotification.now: memory
      board.Claim.leaseUntil: memory
      board.PlannedTask.deadline: memory
      board.Task.createdAt: memory
      board.Task.deadline: memory
      board.Task.finishedAt: memory
      board.Task.leaseUntil: memory
      board.TaskAttempt$Review.at: memory
      board.TaskAttempt$Review.due: memory
      board.TaskAttempt.endedAt: memory
      board.TaskAttempt.startedAt: memory
      board.TaskAttempt.submittedAt: memory
      delivery.DeliveryState$Stored$Backoff.notBefore: delivery-state peers.*.not_before
      delivery.DeliveryState$Stored$Backoff.unreachedAt: delivery-state peers.*.unreached_at
      delivery.DeliveryState$Stored.failedSince: delivery-state failed_since.*
      delivery.DeliveryState$Stored.issuedUntil: delivery-state issued_until
      delivery.FailedItems.since: memory
      delivery.ItemReader.now: memory
      delivery.RecipientState.failingSince: outbox _recipients.*.failing_since
      delivery.RecipientState.notBefore: outbox _recipients.*.not_before
      delivery.RecipientState.timestamp: outbox _recipients.*.timestamp
      delivery.UnreachedFollowers$Subscriber.since: unserved-subscribers subscribers.*.since
      delivery.UnreachedFollowers$Subscriber.unseatedAt: unserved-subscribers subscribers.*.unseated_at
      ethos.EthosRequest.since: ethos-request.json since
      feed.Feed$DatedPiece.at: memory
      feed.Feed$Stored.at: memory
      feed.FeedPiece$Praise.at: memory
      feed.FeedPiece.at: memory
      feed.Search$Hit.at: memory
      health.Alerts$Sent.alertAt: alerts.json alert_at
      hooks.Webhook.createdAt: webhooks created_at
      http.AnswerTimes$Time.at: answer-times endpoints.*.at
      http.PeerFetch.deadline: memory
      ledger.AuditLog$Filter.since: memory
      ledger.AuditLog$Filter.until: memory
      ledger.EventFilter.since: memory
      ledger.EventFilter.until: memory
      ledger.HandOver$Leaving.at: memory
      maintenance.Git.now: memory
      maintenance.StatusReport.at: memory
      maintenance.StatusReport.lastRun: memory
      mcp.McpSessions$Held.lastUse: memory
      network.NetworkMemory$OfPeer.announced: network-state peers.*.announced
      network.NetworkMemory$OfPeer.leftAt: network-state peers.*.left
      network.NetworkMemory$OfPeer.subscribedSince: network-state peers.*.subscribed_since
      node.ClockWatch$Leap.from: clock.json leap
      node.ClockWatch$Leap.to: clock.json leap
      node.ClockWatch$Seen.last: clock.json last
      node.MadeThings$Contents.lost: made.json lost
      node.MadeThings$Contents.since: made.json since
      node.MadeThings$Loss.noticedAt: memory
      node.MadeThings$Made.since: made.json since
      node.NodeLock$Holder$Shown.since: memory
      node.NodeLock$Holder.processStart: locks process_start
      node.NodeLock$Holder.since: locks since
      protocol.AgentMail$Member.expiresAt: signed objects
      protocol.AgentMail$Member.sentAt: signed objects
      protocol.AgentMail.expiresAt: signed objects
      protocol.AgentMail.sentAt: signed objects
      protocol.Content.createdAt: signed objects
      protocol.Endorsement.createdAt: signed objects
      protocol.Envelope.timestamp: signed objects
      protocol.IdentityDocument.createdAt: signed objects
      protocol.MailReceipt.at: signed objects
      protocol.Timestamp.instant: memory
      reader.BatchMemory$Aside.at: reader-batches set_aside.*.at
      reader.BatchMemory$Failure.last: reader-batches failed.*.last
      reader.BatchMemory$Failure.since: reader-batches failed.*.since
      reader.FetchTries$Tries.at: content-fetches messages.*.at
      reader.ReaderOutbox.now: memory
      reader.ReceivedEnvelope.at: memory
      reader.StrangerTurn.until: memory
      scheduler.ComponentRun.startedAt: memory
      scheduler.SchedulerState$LastExit.at: scheduler-state last_exit.*.at
      scheduler.SchedulerState.lastRun: scheduler-state last_run.*
      scheduler.SchedulerState.lastUpdated: scheduler-state last_updated
      scheduler.TickPlan$Waiting.nextDue: memory
      server.DuplicateIndex$Past.at: memory
      server.Profile$ListedPiece.createdAt: memory
      server.TokenBuckets$Bucket.at: memory
      server.TokenBuckets$Used.at: rate-limit-state *.*.at
      store.Approval.answeredAt: approvals answered_at
      store.Approval.at: approvals at
      store.Approval.expires: approvals expires
      store.Approval.notBefore: approvals not_before
      store.Change$Condense.at: memory
      store.DiscoveryQueue$QueuedKey.addedAt: discovery-queue candidates.*.added_at
      store.Event.at: logs at
      store.LogEntry.at: logs at
      store.Message.at: messages at
      store.Message.readAt: messages read_at
      store.ObjectStore$Dated.createdAt: memory
      store.Peer.firstSeen: peers.md first_seen
      store.Peer.lastContact: peers.md last_contact
      store.Peer.lastContent: peers.md last_content
      store.RejectedEnvelope.at: rejected envelopes at
      store.SetAside.since: set-aside stores since
      store.Store$Mark.at: memory
      store.StrangersEntry.at: memory
      store.SubscriptionRequest.at: subscription-requests at
      store.copy.BackupManifest.createdAt: backup manifest created_at
      team.TeamRuns$TeamPause.until: memory
      """;

  @TempDir private Path folder;

  @Test
  void everyColumnOfMillisecondsHasOneJudgeAndNoOtherDoes() {
    List<String> declared = StoredTimes.COLUMNS.stream().map(Object::toString).sorted().toList();
    try (TestSociety society = TestSociety.in(folder)) {
      assertThat(declared).containsExactlyElementsOf(columns(society.ledger()));
    }
  }

  @Test
  void everyTimeOfARecordIsDeclaredWhereItIsStored() {
    Map<String, String> declared =
        WHERE.lines().collect(Collectors.toMap(line -> part(line, 0), line -> part(line, 1)));
    Set<String> judged = new TreeSet<>(StoredTimes.FILES.keySet());
    StoredTimes.MEMBERS.forEach(member -> judged.add(member.toString()));

    assertThat(new TreeSet<>(declared.keySet())).isEqualTo(times());
    assertThat(declared.values())
        .allMatch(where -> where.equals("memory") || judged.contains(where));
  }

  private static Set<String> times() {
    ImportOption isOfANode = location -> !location.contains("/sbp/cli/");
    return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(isOfANode)
            .importPackages(PROGRAM)
            .stream()
            .filter(JavaClass::isRecord)
            .flatMap(type -> type.getFields().stream())
            .filter(StoredTimesTest::isTime)
            .map(field -> field.getFullName().substring(PROGRAM.length() + 1))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String part(String line, int number) {
    return line.split(": ", 2)[number];
  }

  private static boolean isTime(JavaField field) {
    return !field.getModifiers().contains(JavaModifier.STATIC)
        && field.getType().getAllInvolvedRawTypes().stream()
            .anyMatch(
                raw -> raw.isEquivalentTo(Timestamp.class) || raw.isEquivalentTo(Instant.class));
  }

  private static List<String> columns(Ledger ledger) {
    return Ledger.tables().stream()
        .flatMap(
            table ->
                ledger
                    .read(
                        tx ->
                            tx.texts(
                                "SELECT name FROM pragma_table_info(?) WHERE name LIKE '%\\_ms'"
                                    + " ESCAPE '\\'",
                                table))
                    .stream()
                    .map(column -> table + "." + column))
        .sorted()
        .toList();
  }
}
