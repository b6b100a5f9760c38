package org.sovereignbook.sbp.reader;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/** One run of reader-postprocess: what it did so far and what it will commit. Not thread-safe. */
final class PostprocessRun {
  /** Decisions read in one run; the digest never asks for so many. */
  static final int MAX_DECISIONS = 1_000;

  /** Refused decisions that get a line of their own in the ops-log. */
  static final int MAX_REFUSALS_LOGGED = 50;

  private final Node node;
  private final Store store;
  private final Config config;
  private final Knowledge knowledge;
  private final AnnounceMemory announced;
  private final ChangeSet changes = new ChangeSet();
  private final SequencedMap<InboxId, Item> items = new LinkedHashMap<>();
  private final Map<Action, Integer> executed = new EnumMap<>(Action.class);
  private int finished;
  private int refused;
  private PeerTable peers;

  PostprocessRun(Node node, Store store, Config config) {
    this.node = node;
    this.store = store;
    this.config = config;
    this.knowledge =
        Knowledge.of(
            store,
            node.identity(),
            config.get(ReaderSettings.MAX_SUBSCRIBERS),
            node.clock().instant());
    this.peers = knowledge.peers();
    this.announced = AnnounceMemory.load(store);
  }

  /** Takes the items from their envelopes again; the digest only says which were shown. */
  void open(Digest digest) {
    digest.envelopes().forEach(this::open);
  }

  void execute(DecisionsFile.Decided decisions) {
    IdentityDocument identity = node.identity();
    DecisionExecution execution =
        new DecisionExecution(
            items,
            knowledge,
            new ReaderRules(config.get(ReaderSettings.MAY_SET_TRUSTED)),
            identity,
            new EndorsementDesk(node.keys(), identity.endpoint(), store.objects(), node.now()),
            announced);
    List<JsonValue> all = decisions.decisions();
    all.stream().limit(MAX_DECISIONS).forEach(value -> execute(execution, value));
    if (all.size() > MAX_DECISIONS) {
      refuse("the rest", "more than " + MAX_DECISIONS + " decisions");
      refused += all.size() - MAX_DECISIONS - 1;
    }
    peers = execution.peers();
    changes.addAll(execution.changes().changes());
    decisions
        .sessionNotes()
        .filter(notes -> !notes.isBlank())
        .ifPresent(notes -> session("notes: " + LlmText.quoteNotes(notes)));
  }

  /** Everything to commit at once. */
  ChangeSet finish() {
    items.values().forEach(this::file);
    changes.addAll(peers.changes(knowledge.peers()));
    announced.change().ifPresent(changes::add);
    session("summary: " + summary());
    ops("post: " + summary());
    NodeHome home = node.home();
    return changes
        .add(new Change.RemoveFile(home.inboxDigest()))
        .add(new Change.RemoveFile(home.readerDecisions()));
  }

  PostprocessResult result() {
    return new PostprocessResult(finished, count(), refused, false, Optional.empty());
  }

  private void open(InboxId id, ContentHash shown) {
    Optional<byte[]> bytes = store.inbox().read(id);
    if (bytes.isEmpty()) {
      ops(id + " is gone from the inbox; decisions on it are refused");
      return;
    }
    finished++;
    switch (Entry.readWhole(id, bytes.get(), knowledge.ownKeys(), knowledge.now())) {
      case Checked.Rejected<Entry>(Rejection why) -> {
        changes.add(Inbox.reject(id));
        ops("rejected " + id + ": " + LlmText.quote(why.toString()));
      }
      case Checked.Valid<Entry>(Entry entry) -> {
        if (entry.envelope().hash().equals(shown)) {
          new Classifier(knowledge).classify(entry).ifPresent(item -> items.put(id, item));
        } else {
          finished--;
          ops(id + " is not the message that was shown; it stays for the next run");
        }
      }
    }
  }

  private void execute(DecisionExecution execution, JsonValue value) {
    String place = "a decision";
    try {
      Decision decision = Decision.read(value);
      place = decision.action() + " of " + LlmText.quote(decision.inboxId());
      Item item = execution.itemOf(decision);
      String details = execution.execute(decision, item);
      executed.merge(decision.action(), 1, Integer::sum);
      session(line(decision, item, details));
    } catch (RefusedDecision e) {
      refuse(place, e.why());
    }
  }

  private static String line(Decision decision, Item item, String details) {
    StringBuilder line = new StringBuilder(decision.action().toString());
    line.append(" item=").append(item.id()).append(" peer=").append(item.sender().key());
    line.append(" name=").append(LlmText.quote(item.sender().name()));
    if (!details.isEmpty()) {
      line.append(' ').append(details);
    }
    if (item.subject() instanceof Item.Subject.SharedContent shared) {
      line.append(" author=").append(shared.content().authorKey());
      line.append(" title=").append(LlmText.quote(shared.content().title()));
    }
    decision.log().ifPresent(log -> line.append(" log=").append(LlmText.quote(log)));
    return line.toString();
  }

  /** Files what an item brought, whatever was decided on it. */
  private void file(Item item) {
    if (item.subject() instanceof Item.Subject.SharedContent shared
        && !knowledge.isBlocked(item.sender().key())
        && !knowledge.isBlocked(shared.content().authorKey())) {
      changes.add(ObjectStore.put(ObjectKind.CONTENT_RECEIVED, shared.content().json()));
      for (var key : List.of(item.sender().key(), shared.content().authorKey())) {
        peers = peers.update(key, peer -> peer.sentContentAt(item.entry().arrived()));
      }
    }
    changes
        .add(SeenEnvelopes.see(item.envelopeHash(), item.id(), node.now()))
        .add(Inbox.archive(item.id()));
  }

  private void refuse(String place, String why) {
    refused++;
    if (refused <= MAX_REFUSALS_LOGGED) {
      ops("refused " + place + ": " + LlmText.quote(why));
    }
  }

  private String summary() {
    String done =
        executed.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return "items=%d executed=%d refused=%d %s".formatted(finished, count(), refused, done).strip();
  }

  private int count() {
    return executed.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void session(String text) {
    changes.log(LogFile.SESSION, LogEntry.of(ReaderPostprocess.COMPONENT, node.now(), text));
  }

  private void ops(String text) {
    changes.log(LogFile.OPS, LogEntry.of(ReaderPostprocess.COMPONENT, node.now(), text));
  }
}
