package org.sovereignbook.sbp.reader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.reader.Gate.AutoHandled;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Step;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-pre} (IMPLEMENTATION §3.3, Reader Pre-Processing Script): validates the
 * envelopes in the inbox, sends each through the {@linkplain ReaderGates gates} and writes what
 * passes them into {@code operational/inbox-digest.json}. Makes one commit; a rerun neither loses
 * nor doubles anything. Entries that need judgment stay in the inbox until reader-post has executed
 * the decisions on them. Used for one run.
 */
public final class ReaderPreprocess {
  public static final Step STEP =
      new Step(
          Component.READER,
          "reader-pre",
          "reader-preprocess",
          "validate and classify the inbox",
          "validates and classifies the inbox for the reader",
          Set.of(Step.Trait.BEFORE_AGENT),
          List.of(ReaderPreprocess.class, ReaderGates.class),
          PreprocessResult.class,
          on -> new ReaderPreprocess(on.node(), on.store(), on.client()).run());

  /** Inbox entries looked at in one run; the rest waits for the next. */
  static final int MAX_ENTRIES_PER_RUN = 1_000;

  /** What one run takes out of the inbox, so that its journal stays small. */
  public static final int MAX_BYTES_PER_RUN = 32 << 20;

  /** Text of strangers in one digest, unless a single item is larger. */
  static final int MAX_DIGEST_TEXT_BYTES = 1_048_576;

  private final Node node;
  private final Store store;
  private final List<Gate> gates;
  private final PeerClient client;
  private final List<Shown> shown = new ArrayList<>();
  private final List<JsonObject> items = new ArrayList<>();
  private final Map<AutoHandled, Integer> counts = new EnumMap<>(AutoHandled.class);
  private int textBytes;
  private int processed;
  private int left;

  /** A message that passed the gates, and its item without the piece that it may point to. */
  private record Shown(ReceivedEnvelope received, DigestItem item) {}

  /**
   * The step.
   *
   * @param client fetches the pieces that messages point to
   */
  public ReaderPreprocess(Node node, Store store, PeerClient client) {
    this(node, store, client, List.of());
  }

  /**
   * With more gates.
   *
   * @param policies what else must let an envelope pass, in order, before anything is learned from
   *     it
   */
  public ReaderPreprocess(Node node, Store store, PeerClient client, List<Gate> policies) {
    this.node = node;
    this.store = store;
    this.client = client;
    this.gates = ReaderGates.inOrder(policies);
  }

  /**
   * Does the step; idle when nothing needs judgment.
   *
   * @throws InterruptedException while fetching; nothing has changed then
   */
  public PreprocessResult run() throws InterruptedException {
    List<InboxId> pending = store.inbox().pending();
    int decided = decidedItems();
    if (decided > 0) {
      return PreprocessResult.kept(decided, Math.max(0, pending.size() - decided));
    }
    ReaderContext context = new ReaderContext(node, store);
    int maxItems = context.config().get(ReaderSettings.MAX_ITEMS_PER_RUN);
    int looked = 0;
    while (looked < pending.size()
        && looked < MAX_ENTRIES_PER_RUN
        && context.bytesRead() < MAX_BYTES_PER_RUN
        && shown.size() < maxItems
        && textBytes < MAX_DIGEST_TEXT_BYTES) {
      read(pending.get(looked++), context);
    }
    showAll(context, pending);
    PreprocessResult result = result(pending.size() - looked);
    writeDigest(context);
    context.commit("pre: " + result.summary());
    return result;
  }

  /** The items of a digest that was decided on; a crash before reader-post left it. */
  private int decidedItems() {
    boolean decided = DecisionsFile.load(node) instanceof DecisionsFile.Decided;
    return decided ? DigestItem.shown(node).map(Map::size).orElse(0) : 0;
  }

  private void read(InboxId id, ReaderContext context) {
    Optional<Checked<ReceivedEnvelope>> read = context.read(id);
    if (read.isPresent()) {
      processed++;
      switch (read.get()) {
        case Checked.Rejected<ReceivedEnvelope>(Rejection why) -> reject(id, why, context);
        case Checked.Valid<ReceivedEnvelope>(ReceivedEnvelope received) -> pass(received, context);
      }
    }
  }

  /** Asks one gate after the other; the first that does not let the envelope pass settles it. */
  private void pass(ReceivedEnvelope received, ReaderContext context) {
    JsonObject.Builder notes = JsonObject.builder();
    for (Gate gate : gates) {
      switch (gate.judge(received, context)) {
        case Gate.Result.Pass(JsonObject more) -> more.members().forEach(notes::put);
        case Gate.Result.Reject(Rejection why) -> {
          context.see(received);
          reject(received.id(), why, context);
          return;
        }
        case Gate.Result.Remove(AutoHandled as, String text, List<Event> more) -> {
          settle(received, as, Inbox.remove(received.id()), text, context);
          more.forEach(context::tell);
          return;
        }
        case Gate.Result.Archive(AutoHandled as, String text) -> {
          settle(received, as, Inbox.archive(received.id()), text, context);
          return;
        }
        case Gate.Result.Wait(String text) -> {
          left++;
          context.tell(about(received, "waiting", text, context));
          return;
        }
      }
    }
    shown.add(new Shown(received, DigestItem.of(received, notes.build(), context)));
    textBytes +=
        JsonWriter.compact(received.envelope().json()).getBytes(StandardCharsets.UTF_8).length;
  }

  private void reject(InboxId id, Rejection why, ReaderContext context) {
    counts.merge(AutoHandled.REJECTED_INVALID, 1, Integer::sum);
    context.reject(id, why);
    String text = "rejected " + id + ": " + why.code() + ": " + PeerText.plain(why.message());
    context.tell(context.event("rejected", text).about("item", id).about("code", why.code()));
  }

  private void settle(
      ReceivedEnvelope received,
      AutoHandled as,
      Change change,
      String text,
      ReaderContext context) {
    counts.merge(as, 1, Integer::sum);
    if (!context.isRepeated(received)) {
      // Else the entry that brought the envelope first may still wait in the inbox.
      context.see(received);
    }
    context.change(change);
    context.tell(about(received, as.toString(), text, context));
  }

  private static Event about(
      ReceivedEnvelope received, String kind, String text, ReaderContext context) {
    return context
        .event(kind, text + " (" + received.id() + ")")
        .about("item", received.id())
        .about("sender", received.sender());
  }

  /** Puts what has passed into the digest, but for messages that wait for a piece. */
  private void showAll(ReaderContext context, List<InboxId> pending) throws InterruptedException {
    FetchTries tries = FetchTries.load(store, context.config(), node.now());
    ContentFetch pieces = new ContentFetch(client, context, tries);
    pieces.fetch(shown.stream().map(Shown::received).toList());
    for (Shown one : shown) {
      Optional<ContentFetch.Outcome> piece = pieces.of(one.received());
      if (piece.filter(ContentFetch.Outcome::isWaiting).isPresent()) {
        left++;
      } else {
        DigestItem item =
            piece.map(how -> one.item().with(how, one.received(), context)).orElse(one.item());
        show(one.received(), item, context);
      }
    }
    tries
        .change(pending.stream().map(InboxId::value).collect(Collectors.toSet()))
        .ifPresent(context::change);
  }

  /** Puts an item into the digest; its entry stays in the inbox until it is decided on. */
  private void show(ReceivedEnvelope received, DigestItem item, ReaderContext context) {
    items.add(item.json());
    if (received.payload() instanceof Payload.ShareEndorsement) {
      // The object is stored already; this trace tells a rerun that it came with this entry.
      context.see(received);
    }
  }

  /** A new digest makes decisions on an older one void. */
  private void writeDigest(ReaderContext context) {
    NodeHome home = node.home();
    if (!items.isEmpty()) {
      context.change(
          Change.WriteFile.json(home.inboxDigest(), DigestItem.digest(node.now(), counts, items)));
    } else if (node.disk().exists(home.inboxDigest())) {
      context.change(new Change.RemoveFile(home.inboxDigest()));
    }
    if (node.disk().exists(home.readerDecisions())) {
      context.change(new Change.RemoveFile(home.readerDecisions()));
      context.tell(
          context
              .event("removed-decisions", "pre: removed decisions that fit no digest")
              .asError());
    }
  }

  private PreprocessResult result(int unread) {
    int rejected = counts.getOrDefault(AutoHandled.REJECTED_INVALID, 0);
    int duplicates = counts.getOrDefault(AutoHandled.DUPLICATES, 0);
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    return new PreprocessResult(
        processed,
        rejected,
        duplicates,
        all - rejected - duplicates,
        items.size(),
        unread + left,
        false);
  }
}
