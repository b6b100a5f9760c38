package org.sovereignbook.sbp.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.testing.TestSociety;

/** Whether every stored time has a judge. */
class StoredTimesTest {
  private static final String PROGRAM = "org.sovereignbook.sbp";

  /** Where the times of records are stored; those that are not are only in memory. */
  private static final String WHERE =
      """
      authority.access.Access$Judged.notBefore: memory
      authority.access.AccessDecision$Allowance.notBefore: memory
      authority.access.ProofRule$Counted.until: memory
      authority.agents.Tokens$Ending.at: memory
      authority.ledger.AuditLog$Filter.since: memory
      authority.ledger.AuditLog$Filter.until: memory
      authority.ledger.EventFilter.since: memory
      authority.ledger.EventFilter.until: memory
      peer.server.HeldPost$Admitted.received: memory
      peer.server.HeldPost$Fate$Stored.signed: memory
      peer.server.HeldPost$Held.received: memory
      society.memory.CarriedItem.createdAt: agent bundles times
      society.memory.CarriedItem.updatedAt: agent bundles times
      society.memory.CarriedItem.validFrom: agent bundles validity
      society.memory.CarriedItem.validTo: agent bundles validity
      society.memory.CarriedSession.at: agent bundles times
      plugins.returning.Bundle.leftAt: agent bundles times
      plugins.returning.Bundle.writtenAt: agent bundles times
      plugins.returning.ReturnView.leftAt: memory
      plugins.returning.ReturnView.returnedAt: memory
      plugins.swarm.SwarmCommand$SwarmView.createdAt: memory
      plugins.swarm.SwarmCommand$SwarmView.endedAt: memory
      plugins.swarm.SwarmListing$Row.createdAt: memory
      plugins.a2a.A2aCard.changedAt: memory
      plugins.a2a.A2aListing$Line.openedAt: memory
      plugins.a2a.A2aToken$Made.expiresAt: memory
      plugins.chain.TaskReceipt.at: signed objects
      plugins.team.EpisodeStore$Episode.at: memory
      plugins.team.TeamRunRecord$Letter.at: memory
      plugins.team.TeamRunRecord$Review.at: memory
      plugins.team.RunWork.from: memory
      plugins.team.RunWork.to: memory
      plugins.team.TeamRunsCommand$Brief.from: memory
      plugins.team.TeamRunsCommand$Brief.to: memory
      plugins.team.TeamRunsCommand$Unread.from: memory
      plugins.team.DispatchRuns$Begun.at: memory
      plugins.team.DispatchRuns$Letter.at: memory
      society.sessions.TurnPrompts$Made.from: memory
      society.sessions.TurnPrompts$Made.to: memory
      node.Stamped.at: memory
      base.protocol.AgentMail$About.expiresAt: signed objects
      base.protocol.AgentMail$Member.expiresAt: signed objects
      base.protocol.AgentMail$Member.sentAt: signed objects
      base.protocol.AgentMail.sentAt: signed objects
      base.protocol.Content.createdAt: signed objects
      base.protocol.Endorsement.createdAt: signed objects
      base.protocol.Envelope.timestamp: signed objects
      base.protocol.GroupList.issuedAt: signed objects
      base.protocol.IdentityDocument.createdAt: signed objects
      base.protocol.MailReceipt.at: signed objects
      base.protocol.Timestamp.instant: memory
      model.judgment.CallRecord$Reserved.time: llm-ledger.jsonl time
      model.judgment.CallRecord$Settled.time: llm-ledger.jsonl time
      model.judgment.CallRecord$Waiting.time: llm-ledger.jsonl time
      model.judgment.CallRecord$Waiting.until: llm-ledger.jsonl until
      model.judgment.CallTimes$Made.at: memory
      model.judgment.LlmStatus$Resting.until: memory
      model.judgment.LlmStatus.resting: memory
      model.judgment.LlmStatus.waiting: memory
      model.judgment.SharedCalls$Asked$Deferred.until: memory
      model.judgment.SharedCalls$Over.from: memory
      model.judgment.SharedCalls$Over.to: memory
      net.http.AnswerTimes$Time.at: answer-times endpoints.*.at
      net.http.PeerFetch.deadline: memory
      net.mcp.McpSessions$Held.lastUse: memory
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
      peer.author.ReplyNotification.now: memory
      peer.delivery.Delivery$Pause.unreachedAt: memory
      peer.delivery.Delivery$Pause.until: memory
      peer.delivery.DeliveryState$Stored$Backoff.notBefore: delivery-state peers.*.not_before
      peer.delivery.DeliveryState$Stored$Backoff.unreachedAt: delivery-state peers.*.unreached_at
      peer.delivery.DeliveryState$Stored.failedSince: delivery-state failed_since.*
      peer.delivery.DeliveryState$Stored.issuedUntil: delivery-state issued_until
      peer.delivery.FailedItems.since: memory
      peer.delivery.ItemReader.now: memory
      peer.delivery.OutboxAsides$Aside.at: outbox-set-aside items.*.at
      peer.step.RunAsides$Aside.at: run-set-aside items.*.at
      peer.delivery.RecipientState.failingSince: outbox _recipients.*.failing_since
      peer.delivery.RecipientState.notBefore: outbox _recipients.*.not_before
      peer.delivery.RecipientState.pagesSince: outbox _recipients.*.pages_since
      peer.delivery.RecipientState.timestamp: outbox _recipients.*.timestamp
      peer.delivery.UnreachedFollowers$Subscriber.since: unserved-subscribers subscribers.*.since
      peer.delivery.UnreachedFollowers$Subscriber.unseatedAt: unserved-subscribers subscribers.*.unseated_at
      peer.ethos.EthosRequest.since: ethos-request.json since
      peer.feed.Feed$DatedPiece.at: memory
      peer.feed.Feed$Stored.at: memory
      peer.feed.FeedPiece$Praise.at: memory
      peer.feed.FeedPiece.at: memory
      peer.feed.Search$Hit.at: memory
      peer.maintenance.Git.now: memory
      peer.maintenance.StatusReport.at: memory
      peer.maintenance.StatusReport.lastRun: memory
      peer.network.NetworkMemory$OfPeer.announced: network-state peers.*.announced
      peer.network.NetworkMemory$OfPeer.leftAt: network-state peers.*.left
      peer.network.NetworkMemory$OfPeer.subscribedSince: network-state peers.*.subscribed_since
      peer.reader.BatchMemory$Aside.at: reader-batches set_aside.*.at
      peer.reader.BatchMemory$Failure.last: reader-batches failed.*.last
      peer.reader.BatchMemory$Failure.since: reader-batches failed.*.since
      peer.reader.FetchTries$Tries.at: content-fetches messages.*.at
      peer.reader.ReaderOutbox.now: memory
      peer.reader.ReceivedEnvelope.at: memory
      peer.reader.StrangerTurn.until: memory
      peer.server.ThreadDocument$ListedPost.createdAt: signed objects
      peer.server.DuplicateIndex$Past.at: memory
      peer.server.Profile$ListedPiece.createdAt: memory
      peer.server.TokenBuckets$Bucket.at: memory
      peer.server.TokenBuckets$Used.at: rate-limit-state *.*.at
      peer.server.WebPage.published: memory
      runtime.health.Notices$Alerted.alertAt: alerts.json alert_at
      runtime.health.Notices$Given.at: notices.json given.at
      runtime.health.Notices$Recorded.firstSeen: notices.json first_seen
      runtime.scheduler.ComponentRun.startedAt: memory
      runtime.scheduler.SchedulerState$LastExit.at: scheduler-state last_exit.*.at
      runtime.scheduler.SchedulerState.lastRun: scheduler-state last_run.*
      runtime.scheduler.SchedulerState.lastUpdated: scheduler-state last_updated
      runtime.scheduler.TickPlan$Waiting.nextDue: memory
      society.board.Claim.leaseUntil: memory
      society.board.PlannedTask.deadline: memory
      society.board.TaskChange.deadline: memory
      society.board.TaskCrossing.expiresAt: memory
      plugins.hooks.HookView.lastFiredAt: memory
      plugins.hooks.HookView.lastRunAt: memory
      plugins.hooks.HookView.restsUntil: memory
      plugins.hooks.Webhook.createdAt: webhooks created_at
      plugins.hooks.WebhookCommand$View.createdAt: memory
      society.board.TaskTimes$Attempts.firstStart: memory
      society.board.TaskTimes$Attempts.lastEnd: memory
      society.board.TaskTimes$Attempts.lastStart: memory
      society.board.TaskTimes$Attempts.lastSubmission: memory
      society.board.TaskTimes.claimedAt: memory
      society.board.TaskTimes.completedAt: memory
      society.board.TaskTimes.since: memory
      society.memory.GroupNode.heardAt: memory
      society.memory.MemoryReads$Reader.at: memory
      society.sessions.MessageQueue$Taking$Later.at: memory
      society.sessions.SessionFile$Head.timestamp: session files timestamp
      society.sessions.SessionFile$Line.ended: session files ended
      society.sessions.SessionFile$Line.timestamp: session files timestamp
      society.sessions.SessionFile$Said.timestamp: session files timestamp
      society.sessions.SessionFilter$Place.usedAt: memory
      society.status.AgentsAtWork$Doing.since: memory
      plugins.channels.ChannelListing$View.failingSince: memory
      plugins.channels.ChannelListing$View.lastIn: memory
      plugins.channels.ChannelListing$View.lastOut: memory
      plugins.channels.ChannelOutboxList$View.createdAt: memory
      plugins.channels.ChannelOutboxList$View.endedAt: memory
      plugins.channels.ChannelOutboxList$View.nextAt: memory
      plugins.channels.ChannelOutboxList$View.readAt: memory
      plugins.channels.line.ChannelMessage.at: memory
      plugins.relay.guest.Fetching$Letter.received: memory
      plugins.relay.guest.Joined$Agreed.now: memory
      plugins.relay.guest.RelayTerms.until: memory
      plugins.relay.guest.RelayView.heardAt: memory
      plugins.relay.guest.RelayView.untilAt: memory
      plugins.relay.host.GuestTable$Terms.until: memory
      plugins.relay.host.GuestView.heardAt: memory
      plugins.relay.host.GuestView.untilAt: memory
      plugins.relay.host.RelayHost$Hosted.expiresAt: memory
      plugins.relay.host.RelayHost$Hosted.untilAt: memory
      plugins.relay.wire.RelayRequest.at: memory
      plugins.team.TeamRuns$TeamPause.until: memory
      store.Approval.answeredAt: approvals answered_at
      store.Approval.at: approvals at
      store.Approval.expires: approvals expires
      store.Approval.notBefore: approvals not_before
      store.Change$Condense.at: memory
      store.DiscoveryQueue$QueuedKey.addedAt: discovery-queue candidates.*.added_at
      store.Event.at: logs at
      store.Inbox$Offered.received: memory
      store.LogEntry.at: logs at
      store.Message.at: messages at
      store.Message.readAt: messages read_at
      store.ObjectStore$Dated.createdAt: memory
      store.Peer.firstSeen: peers.md first_seen
      store.Peer.lastContact: peers.md last_contact
      store.Peer.lastContent: peers.md last_content
      store.RejectedEnvelope.at: rejected envelopes at
      store.SentFrom.timestamp: outbox _sent_from.timestamp
      store.SetAside.since: set-aside stores since
      store.SetAsideItem.at: memory
      store.Store$Mark.at: memory
      store.StrangersEntry.at: memory
      store.SubscriptionRequest.at: subscription-requests at
      store.copy.BackupManifest.createdAt: backup manifest created_at
      """;

  @TempDir private Path folder;

  @Test
  void everyColumnOfMillisecondsHasOneJudgeAndNoOtherDoes() {
    List<String> declared =
        StoredTimes.columns(Features.bundled()).stream().map(Object::toString).sorted().toList();
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
    ImportOption isOfANode =
        location ->
            Stream.of("cli", "ops", "frontend", "testing", "testkit")
                .noneMatch(it -> location.contains("/sbp/" + it + "/"));
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(isOfANode)
            .importPackages(PROGRAM);
    Set<JavaClass> rows = rows(all);
    return all.stream()
        .filter(type -> type.isRecord() && !rows.contains(type))
        .flatMap(type -> type.getFields().stream())
        .filter(StoredTimesTest::isTime)
        .map(field -> field.getFullName().substring(PROGRAM.length() + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the records that are rows of tables, with their own nested parts: each of their times
   * is a column.
   */
  private static Set<JavaClass> rows(JavaClasses all) {
    return all.stream()
        .flatMap(type -> type.getFields().stream())
        .filter(field -> field.getRawType().isEquivalentTo(Rows.class))
        .flatMap(field -> field.getType().getAllInvolvedRawTypes().stream())
        .flatMap(row -> Stream.concat(Stream.of(row), parts(row)))
        .collect(Collectors.toSet());
  }

  private static Stream<JavaClass> parts(JavaClass row) {
    return row.getFields().stream()
        .map(JavaField::getRawType)
        .filter(part -> part.getEnclosingClass().filter(row::equals).isPresent());
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
    return ledger.tables().stream()
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
