package org.sovereignbook.sbp.runtime.health;

import static org.sovereignbook.sbp.node.TimeJudge.PAST;
import static org.sovereignbook.sbp.node.TimeJudge.PAUSE;
import static org.sovereignbook.sbp.node.TimeJudge.RECORD;
import static org.sovereignbook.sbp.node.TimeJudge.REPLAY;
import static org.sovereignbook.sbp.node.TimeJudge.RIGHT;
import static org.sovereignbook.sbp.node.TimeJudge.TERM;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * All stored times of a node and of its society, each with its judge. A test finds the columns in
 * the migrations and the members in the records, and fails for one that is missing here.
 */
final class StoredTimes {
  /** Longer than any pause before a retry, and than any quiet hours of a policy. */
  private static final Duration LONGEST_PAUSE = Duration.ofDays(8);

  /**
   * A column of milliseconds. In its conditions {@code :now} is the time, and {@code :late} the
   * latest possible past time.
   *
   * @param isWrong finds the rows written by a wrong clock; empty if such a row blocks nothing
   * @param repair repairs such a row; empty if the code that reads the column does
   */
  record Column(String table, String name, TimeJudge judge, String isWrong, String repair) {
    @Override
    public String toString() {
      return table + "." + name;
    }
  }

  /**
   * A time in a document of the store.
   *
   * @param path the members that lead to it; {@code *} stands for all
   * @param longest how far in the future it may be
   */
  record Member(Keyed in, List<String> path, TimeJudge judge, Duration longest) {
    private static Member of(Keyed in, String path, TimeJudge judge, Duration longest) {
      return new Member(in, Arrays.asList(path.split("/")), judge, longest);
    }

    @Override
    public String toString() {
      return in.name() + " " + String.join(".", path);
    }
  }

  /** All columns. A row whose check reads another column comes before that column is repaired. */
  static List<Column> columns(Features features) {
    return Stream.of(
            records(
                "event.at_ms content.at_ms outbox.at_ms audit.at_ms audit_anchor.at_ms"
                    + " agent_token.created_ms task.deadline_ms"
                    + " task.created_ms task_attempt.started_ms task_attempt.submitted_ms"
                    + " task_attempt.ended_ms task_review.at_ms mail_receipt.at_ms bus.at_ms"
                    + " entity.created_ms entity.updated_ms"
                    + " entity_identity.created_ms access_grant.created_ms access_grant.ended_ms"
                    + " access_grant.last_used_ms owner_key.created_ms"
                    + " owner_passphrase.created_ms shown_text.at_ms recall_item.at_ms"
                    + " owner_key.used_ms hook_draft.at_ms hook_draft.written_ms"),
            agents(),
            board(),
            mail(),
            memory(),
            access(),
            hooks(),
            pasts(
                "authority.last_ms content.erased_ms outbox.handed_ms mail_counter.last_ms"
                    + " audit_detail.last_ms team_run.started_ms team_run.ended_ms"
                    + " team_member.started_ms team_member.beat_ms"),
            // Newer scripts declare these judges on the line of the column.
            Ledger.columns(features, "-- term").stream().map(StoredTimes::term).toList(),
            Ledger.columns(features, "-- record").stream().map(StoredTimes::record).toList(),
            Ledger.columns(features, "-- past").stream().map(StoredTimes::past).toList(),
            Ledger.columns(features, "-- pause").stream().map(StoredTimes::pause).toList())
        .flatMap(List::stream)
        .toList();
  }

  /** All members of documents in a store. */
  static final List<Member> MEMBERS =
      List.of(
          Member.of(StateDocument.DELIVERY, "peers/*/not_before", PAUSE, LONGEST_PAUSE),
          Member.of(StateDocument.DELIVERY, "peers/*/unreached_at", PAST, Duration.ZERO),
          Member.of(StateDocument.DELIVERY, "failed_since/*", PAST, Duration.ZERO),
          Member.of(StateDocument.DELIVERY, "issued_until", TERM, Duration.ofMinutes(5)),
          Member.of(StateDocument.UNSERVED, "subscribers/*/since", PAST, Duration.ZERO),
          Member.of(StateDocument.UNSERVED, "subscribers/*/unseated_at", PAST, Duration.ZERO),
          Member.of(StateDocument.NETWORK, "peers/*/announced", PAST, Duration.ZERO),
          Member.of(StateDocument.NETWORK, "peers/*/subscribed_since", PAST, Duration.ZERO),
          Member.of(StateDocument.NETWORK, "peers/*/left", PAUSE, Duration.ZERO),
          Member.of(StateDocument.RECIPROCATED_ANNOUNCES, "*", PAUSE, Duration.ZERO),
          Member.of(StateDocument.RESHARES, "*", PAUSE, Duration.ZERO),
          Member.of(StateDocument.CONTENT_FETCHES, "messages/*/at", PAUSE, Duration.ZERO),
          Member.of(StateDocument.READER_BATCHES, "failed/*/since", PAST, Duration.ZERO),
          Member.of(StateDocument.READER_BATCHES, "failed/*/last", PAST, Duration.ZERO),
          Member.of(StateDocument.READER_BATCHES, "set_aside/*/at", PAST, Duration.ZERO),
          Member.of(StateDocument.OUTBOX_ASIDES, "items/*/at", RECORD, Duration.ZERO),
          Member.of(StateDocument.RUN_ASIDES, "items/*/at", RECORD, Duration.ZERO),
          Member.of(StateDocument.DISCOVERY_QUEUE, "candidates/*/added_at", RECORD, Duration.ZERO),
          Member.of(StateDocument.SCHEDULER, "last_run/*", PAST, Duration.ZERO),
          Member.of(StateDocument.SCHEDULER, "last_updated", PAST, Duration.ZERO),
          Member.of(StateDocument.SCHEDULER, "last_exit/*/at", RECORD, Duration.ZERO),
          Member.of(StateDocument.RATE_LIMITS, "*/*/at", PAST, Duration.ZERO),
          Member.of(StateDocument.ANSWER_TIMES, "endpoints/*/at", PAST, Duration.ZERO),
          Member.of(StateDocument.WRITE_PROOF, "at", RECORD, Duration.ZERO),
          Member.of(SubscriptionRequest.REQUESTS, "at", PAUSE, Duration.ZERO),
          Member.of(Approval.ALL, "at", RIGHT, Duration.ZERO),
          Member.of(Approval.ALL, "expires", RIGHT, Duration.ofDays(7)),
          Member.of(Approval.ALL, "answered_at", RECORD, Duration.ZERO),
          Member.of(Approval.ALL, "not_before", PAUSE, LONGEST_PAUSE),
          Member.of(Outbox.ITEMS, "_not_before", PAUSE, LONGEST_PAUSE),
          Member.of(Outbox.ITEMS, "_failing_since", PAST, Duration.ZERO),
          Member.of(Outbox.ITEMS, "_pages_since", PAST, Duration.ZERO),
          Member.of(Outbox.ITEMS, "_timestamp", TERM, Duration.ofMinutes(5)),
          Member.of(Outbox.ITEMS, "_sent_from/timestamp", TERM, Duration.ofMinutes(5)),
          Member.of(Outbox.ITEMS, "_recipients/*/not_before", PAUSE, LONGEST_PAUSE),
          Member.of(Outbox.ITEMS, "_recipients/*/failing_since", PAST, Duration.ZERO),
          Member.of(Outbox.ITEMS, "_recipients/*/pages_since", PAST, Duration.ZERO),
          Member.of(Outbox.ITEMS, "_recipients/*/timestamp", TERM, Duration.ofMinutes(5)),
          Member.of(Outbox.FAILED, "_failed_at", PAST, Duration.ZERO));

  /** All times in files outside of stores, or in lines and tables of a store. */
  static final Map<String, TimeJudge> FILES =
      Map.ofEntries(
          Map.entry("peers.md first_seen", PAST),
          Map.entry("peers.md last_contact", PAST),
          Map.entry("peers.md last_content", PAST),
          Map.entry("alerts.json alert_at", PAUSE),
          Map.entry("clock.json last", PAST),
          Map.entry("clock.json leap", RECORD),
          Map.entry("ethos-request.json since", RECORD),
          Map.entry("session files timestamp", RECORD),
          Map.entry("session files ended", RECORD),
          Map.entry("llm-ledger.jsonl time", PAST),
          Map.entry("llm-ledger.jsonl until", PAUSE),
          Map.entry("locks since", PAUSE),
          Map.entry("locks process_start", RECORD),
          Map.entry("logs at", RECORD),
          Map.entry("made.json lost", RECORD),
          Map.entry("made.json since", RECORD),
          Map.entry("set-aside stores since", PAST),
          Map.entry("messages at", RECORD),
          Map.entry("notices.json first_seen", RECORD),
          Map.entry("notices.json given.at", PAUSE),
          Map.entry("messages read_at", RECORD),
          Map.entry("signed objects", RECORD),
          Map.entry("agent bundles times", PAST),
          Map.entry("agent bundles validity", RECORD),
          Map.entry("backup manifest created_at", RECORD),
          Map.entry("rejected envelopes at", RECORD),
          Map.entry("seen-envelopes day", REPLAY),
          Map.entry("webhooks created_at", RECORD));

  private StoredTimes() {}

  private static List<Column> agents() {
    String life =
        "ends_ms - CASE WHEN created_ms > :late THEN created_ms ELSE status_ms END + :now";
    return List.of(
        repaired(
            "agent.due_ms",
            TERM,
            "status = 'deactivated' AND due_ms > :late + grace_seconds * 1000",
            "due_ms = :now + grace_seconds * 1000"),
        repaired(
            "agent.ends_ms",
            TERM,
            "ends_ms > status_ms AND (created_ms > :late OR status_ms > :late)",
            "ends_ms = %s, due_ms = CASE WHEN due_ms = ends_ms THEN %1$s ELSE due_ms END"
                .formatted(life)),
        past("agent.status_ms"),
        past("agent.created_ms"),
        repaired(
            "agent_token.expires_ms",
            RIGHT,
            "created_ms > :late AND revoked_ms IS NULL",
            "revoked_ms = :now"),
        past("agent_token.revoked_ms"),
        read("agent_challenge.expires_ms", RIGHT, "expires_ms > :late + 60000"),
        read("agent_error.at_ms", PAST, "at_ms > :late"));
  }

  private static List<Column> board() {
    String review = "(SELECT MAX(r.due_ms) FROM task_review r WHERE r.task = task.id)";
    return List.of(
        read("task.lease_until_ms", TERM, ""),
        repaired(
            "task_review.due_ms",
            TERM,
            "requested_ms > :late",
            "due_ms = due_ms - requested_ms + :now"),
        past("task_review.requested_ms"),
        repaired(
            "task.due_ms",
            TERM,
            "state = 'review' AND due_ms > :late AND due_ms > " + review,
            "due_ms = " + review),
        past("task.finished_ms"));
  }

  private static List<Column> mail() {
    return List.of(
        repaired(
            "mail.expires_ms",
            TERM,
            "created_ms > :late",
            "expires_ms = expires_ms - created_ms + :now"),
        past("mail.created_ms"),
        read("mail.lease_until_ms", TERM, "lease_until_ms > :late + 604800000"),
        read("team_member.held_until_ms", PAUSE, "held_until_ms > :late + 86400000"));
  }

  private static List<Column> memory() {
    return Stream.concat(
            records(
                "memory_hot.created_ms memory_hot.updated_ms memory_hot.archived_ms"
                    + " memory_hot_version.at_ms memory_chain.at_ms memory_group.created_ms"
                    + " memory_group.deleted_ms memory_member.joined_ms memory_member.left_ms"
                    + " memory_item.valid_from_ms memory_item.valid_to_ms memory_item.deleted_ms"
                    + " memory_version.at_ms memory_subscription.created_ms memory_queue.at_ms")
                .stream(),
            Stream.of(
                repaired(
                    "memory_item.expires_ms",
                    TERM,
                    "created_ms > :late",
                    "expires_ms = expires_ms - created_ms + :now"),
                past("memory_item.created_ms"),
                past("memory_item.updated_ms"),
                past("memory_item.used_ms"),
                past("memory_recalled.at_ms"),
                past("trust_observation.at_ms")))
        .toList();
  }

  private static List<Column> access() {
    return List.of(
        read(
            "access_grant.expires_ms",
            RIGHT,
            "created_ms > :late AND expires_ms IS NOT NULL AND ended_ms IS NULL"),
        read(
            "access_request.expires_ms",
            RIGHT,
            "status = 'pending' AND expires_ms > :late + 86400000"),
        past("access_request.created_ms"),
        past("access_request.answered_ms"),
        past("access_request.rerun_ms"),
        repaired("access_rate.due_ms", PAUSE, "due_ms > :late + 3600000", "due_ms = :now"),
        read("owner_passphrase.failed_ms", PAUSE, "failed_ms > :late"),
        read("owner_challenge.expires_ms", RIGHT, "expires_ms > :late + 60000"));
  }

  private static List<Column> hooks() {
    return List.of(
        past("hook.accepted_ms"),
        read("hook.slots_until_ms", PAST, "slots_until_ms > :late + 60000"),
        past("hook.last_run_ms"),
        past("hook.last_fired_ms"),
        past("hook.opened_ms"),
        read(
            "hook_run.lease_until_ms",
            TERM,
            "state = 'started' AND lease_until_ms > :late + 3660000"),
        read(
            "hook_run.not_before_ms",
            PAUSE,
            "state = 'pending' AND not_before_ms > :late + " + LONGEST_PAUSE.toMillis()),
        past("hook_run.created_ms"),
        past("hook_run.started_ms"),
        past("hook_run.ended_ms"),
        new Column("webhook_seen", "at_ms", REPLAY, "at_ms > :late", "at_ms = :now"));
  }

  private static List<Column> records(String names) {
    return Stream.of(names.split(" ")).map(StoredTimes::record).toList();
  }

  private static Column record(String name) {
    return repaired(name, RECORD, "", "");
  }

  private static List<Column> pasts(String names) {
    return Stream.of(names.split(" ")).map(StoredTimes::past).toList();
  }

  private static Column past(String name) {
    String column = name.substring(name.indexOf('.') + 1);
    return repaired(name, PAST, column + " > :late", column + " = :now");
  }

  private static Column pause(String name) {
    String column = name.substring(name.indexOf('.') + 1);
    return repaired(
        name, PAUSE, column + " > :late + " + LONGEST_PAUSE.toMillis(), column + " = :now");
  }

  /** Makes a column with the end of what began at {@code created_ms} of the same row. */
  private static Column term(String name) {
    String column = name.substring(name.indexOf('.') + 1);
    return repaired(
        name, TERM, "created_ms > :late", "%s = %1$s - created_ms + :now".formatted(column));
  }

  /** Makes a column whose reading code judges and repairs it. */
  private static Column read(String name, TimeJudge judge, String isWrong) {
    return repaired(name, judge, isWrong, "");
  }

  private static Column repaired(String name, TimeJudge judge, String isWrong, String repair) {
    int dot = name.indexOf('.');
    return new Column(name.substring(0, dot), name.substring(dot + 1), judge, isWrong, repair);
  }
}
