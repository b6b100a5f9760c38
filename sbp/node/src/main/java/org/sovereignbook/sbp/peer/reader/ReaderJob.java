package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** The reader: from the inbox digest to reader-decisions.json (IMPLEMENTATION §2). */
public final class ReaderJob implements Job {

  /** {@code operational/reader-decisions.json} (IMPLEMENTATION §3.3), as a model is to write it. */
  record Decisions(List<One> decisions, Optional<String> sessionNotes) {

    /** A decision; what its texts may say is for reader-post. */
    record One(
        String inboxId,
        Action action,
        Optional<String> targetHash,
        Optional<String> targetKey,
        Optional<String> peerKey,
        Optional<String> newTrust,
        Optional<String> body,
        Optional<String> note,
        Optional<String> reason,
        Optional<String> log) {}
  }

  public static final String NAME = "reader";

  public static final String DIGEST = "operational/inbox-digest.json";

  /** Computed for the run: what this node has endorsed, with the authors. */
  public static final String ENDORSED = "operational/endorsed.json";

  /** Period of peers' endorsements that are shown in full. */
  public static final Duration WEEK = Duration.ofDays(7);

  /** Maximum number of replies to one piece that are shown. */
  private static final int MAX_REPLIES_OF_ONE = 20;

  /** A hash on a line of its own. */
  private static final int BYTES_OF_A_REPLY = 84;

  static final String PEERS = "peers.md";
  static final String REPLY_INDEX = "operational/reply-index.json";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmRequest.OutputFile output() {
    return new LlmRequest.OutputFile(
        "operational/reader-decisions.json", Optional.of(JsonSchema.strict(Decisions.class)));
  }

  @Override
  public Optional<Result> withoutAsking(JobRun run) {
    Optional<JsonObject> digest = digest(run);
    if (digest.isEmpty()) {
      return Optional.of(Result.nothing("no inbox digest to read"));
    }
    if (items(run).isEmpty()) {
      return Optional.of(Result.nothing("the inbox digest has no items"));
    }
    // An interrupted run got this far. A new digest removes what was decided on an older one, so
    // decisions that lie here are on these items, and asking again would only cost another call.
    return waiting(run)
        .map(made -> Wording.counted(made, "decision") + " of an earlier run to carry out first")
        .map(summary -> new Result(false, summary, List.of()));
  }

  @Override
  public List<LlmRequest.Input> inputs(JobRun run) {
    List<DigestItem> items = batch(run);
    int room = judge(run).besideBytes();
    LlmRequest.Input peers = new PeersOfDigest(run.store().peers(), items).input(room / 2);
    room -= Judge.bytes(peers);
    LlmRequest.Input endorsed = JobRun.computed(ENDORSED, endorsed(run, items, room / 2));
    room -= Judge.bytes(endorsed);
    LlmRequest.Input replies = JobRun.computed(REPLY_INDEX, replies(run.store(), items, room / 2));
    room -= Judge.bytes(replies);
    LlmRequest.Input operations = run.recentOpsLog(room / 4);
    room -= Judge.bytes(operations);
    return List.of(
        run.ethos(),
        endorsed,
        replies,
        peers,
        run.recentSessionLog(room),
        operations,
        new LlmRequest.Input(DIGEST, JsonWriter.file(digestOf(items, run)), true));
  }

  private static Judge judge(JobRun run) {
    return Judge.of(run.node(), Optional.of(run.backend()));
  }

  /** Returns the items shown to this backend: all, unless its window is smaller. */
  private static List<DigestItem> batch(JobRun run) {
    List<DigestItem> items = shown(run);
    int left = judge(run).digestBytes(run.node());
    int shown = 0;
    while (shown < items.size() && (left -= items.get(shown).bytes()) >= 0) {
      shown++;
    }
    return items.subList(0, Math.max(shown, Math.min(1, items.size())));
  }

  private static JsonObject digestOf(List<DigestItem> items, JobRun run) {
    return digest(run)
        .orElseThrow()
        .with("items", JsonArray.of(items.stream().map(DigestItem::json).toList()));
  }

  /** Returns the senders, by the amount of their text. */
  @Override
  public CallCauses causes(JobRun run) {
    PeerTable peers = run.store().peers();
    Map<String, Integer> bytes = new TreeMap<>();
    Set<String> strangers = new TreeSet<>();
    for (DigestItem item : batch(run)) {
      Optional<PublicKey> sender = sender(item);
      if (sender.isPresent()) {
        String who = Principal.peer(sender.get()).text();
        bytes.merge(who, item.bytes(), Integer::sum);
        if (peers.isStranger(sender.get())) {
          strangers.add(who);
        }
      }
    }
    return CallCauses.shared(bytes, strangers);
  }

  private static Optional<PublicKey> sender(DigestItem item) {
    return item.json().parsed("sender_key", PublicKey::parse);
  }

  @Override
  public boolean canLeaveOut(JobRun run) {
    return !shown(run).isEmpty();
  }

  @Override
  public int bytesOf(JobRun run, String cause) {
    PeerTable peers = run.store().peers();
    return batch(run).stream()
        .filter(item -> causes(item, peers).contains(cause))
        .mapToInt(DigestItem::bytes)
        .sum();
  }

  /** Returns the causes of an item: its sender and, for a stranger, all strangers together. */
  private static List<String> causes(DigestItem item, PeerTable peers) {
    return sender(item).stream()
        .flatMap(
            key ->
                Stream.concat(
                    Stream.of(Principal.peer(key).text()),
                    peers.isStranger(key) ? Stream.of(CallCauses.STRANGERS) : Stream.empty()))
        .toList();
  }

  /** Returns the items of the digest within the shares of their senders. */
  private static List<DigestItem> shown(JobRun run) {
    if (run.most().isEmpty()) {
      return items(run);
    }
    PeerTable peers = run.store().peers();
    Map<String, Integer> left = new TreeMap<>(run.most());
    List<DigestItem> shown = new ArrayList<>();
    for (DigestItem item : items(run)) {
      List<String> causes = causes(item, peers);
      int bytes = item.bytes();
      if (!causes.isEmpty()
          && causes.stream().allMatch(who -> bytes <= left.getOrDefault(who, bytes))) {
        causes.forEach(who -> left.computeIfPresent(who, (_, room) -> room - bytes));
        shown.add(item);
      }
    }
    return shown;
  }

  @Override
  public boolean isNew(JobRun run) {
    return memory(run).failedSince(ids(run)).isEmpty();
  }

  /** Halves the batch, unless the operator has to fix the failure first. */
  @Override
  public ChangeSet failed(JobRun run, LlmException why) {
    if (why.kind() == LlmException.Kind.SETUP) {
      return new ChangeSet();
    }
    List<InboxId> ids = ids(run);
    Timestamp since = memory(run).failedSince(ids).orElse(run.node().now());
    boolean proven =
        why.kind() != LlmException.Kind.PROVIDER
            || CallLedger.of(run.node()).hasAnsweredSince(service(run), since);
    String text = PeerText.plain(String.valueOf(why.getMessage()));
    return memory(run).failed(ids, text, proven, run.store());
  }

  private static String service(JobRun run) {
    String section = run.backend().settingsSection();
    return run.backend().service(run.node().config().section(section));
  }

  private static BatchMemory memory(JobRun run) {
    return BatchMemory.load(run.store(), run.node().now());
  }

  private static List<InboxId> ids(JobRun run) {
    return batch(run).stream()
        .flatMap(item -> item.json().parsed("id", InboxId::new).stream())
        .toList();
  }

  @Override
  public Result accept(LlmAnswer answer, JobRun run) throws LlmException {
    Decisions made = answer.shaped(Decisions.class, "the answer");
    NodeHome home = run.node().home();
    List<Change> changes = new ArrayList<>();
    List<DigestItem> batch = batch(run);
    if (batch.size() < items(run).size()) {
      // Items that were not shown are not decided on, and stay in the inbox.
      changes.add(Change.WriteFile.json(home.inboxDigest(), digestOf(batch, run)));
    }
    changes.add(Change.WriteFile.json(home.readerDecisions(), Shape.write(made)));
    int most = run.node().config().get(ReaderSettings.MAX_ITEMS_PER_RUN);
    changes.addAll(memory(run).answered(ids(run), most).changes());
    return new Result(
        false, "made " + Wording.counted(made.decisions().size(), "decision"), changes);
  }

  /** Counts the waiting decisions; empty without a file that reader-post could use. */
  private static Optional<Integer> waiting(JobRun run) {
    return DecisionsFile.load(run.node()) instanceof DecisionsFile.Decided decided
        ? Optional.of(decided.decisions().size())
        : Optional.empty();
  }

  private static Optional<JsonObject> digest(JobRun run) {
    return run.node().readJson(run.node().home().inboxDigest());
  }

  private static List<DigestItem> items(JobRun run) {
    return digest(run).map(DigestItem::of).orElse(List.of());
  }

  /**
   * Returns this node's endorsements of these authors, and all peers' endorsements of the last
   * week, oldest first, so that a reader can tell a peer of several sessions from a first
   * acquaintance (IMPLEMENTATION §2, identity endorsement).
   */
  private static JsonObject endorsed(JobRun run, List<DigestItem> items, int most) {
    Set<String> authors =
        items.stream()
            .flatMap(item -> Stream.of(item.senderKey(), item.authorKey()))
            .collect(Collectors.toSet());
    Store store = run.store();
    Timestamp weekAgo = new Timestamp(run.node().now().instant().minus(WEEK));
    List<JsonObject> endorsed =
        store
            .objects()
            .createdEndorsements()
            .sorted(Comparator.comparing(Endorsement::createdAt).thenComparing(Endorsement::hash))
            .flatMap(
                endorsement ->
                    endorsed(
                        store,
                        endorsement,
                        author ->
                            authors.contains(author)
                                || (author.equals(endorsement.target().ref())
                                    && endorsement.createdAt().isAfter(weekAgo)))
                        .stream())
            .toList();
    return JsonObject.builder().put("endorsed", JsonArray.of(newest(endorsed, most))).build();
  }

  /** Returns the last objects that take at most this many bytes. */
  private static List<JsonObject> newest(List<JsonObject> objects, int most) {
    int first = objects.size();
    int left = most;
    while (first > 0 && (left -= new DigestItem(objects.get(first - 1)).bytes()) >= 0) {
      first--;
    }
    return objects.subList(first, objects.size());
  }

  private static Optional<JsonObject> endorsed(
      Store store, Endorsement endorsement, Predicate<String> matters) {
    return honoured(store, endorsement.target())
        .filter(matters)
        .map(
            author ->
                JsonObject.builder()
                    .put("target_kind", endorsement.target().kind())
                    .put("target_ref", endorsement.target().ref())
                    .put("author_key", author)
                    .put("created_at", endorsement.createdAt().toString())
                    .build());
  }

  /** Returns the key that an endorsement honours; empty when the content is not stored here. */
  private static Optional<String> honoured(Store store, Endorsement.Target target) {
    return switch (target) {
      case Endorsement.Target.OfIdentity(PublicKey key) -> Optional.of(key.toString());
      case Endorsement.Target.OfContent(ContentHash hash) ->
          store
              .objects()
              .find(ObjectStore.CONTENT_RECEIVED, hash)
              .flatMap(content -> content.string("author_key"));
    };
  }

  /**
   * Returns replies to the pieces that the items name, few for each, because the whole index grows
   * without bound.
   */
  private static JsonObject replies(Store store, List<DigestItem> items, int most) {
    JsonObject.Builder index = JsonObject.builder();
    int[] left = {most};
    items.stream()
        .flatMap(DigestItem::references)
        .distinct()
        .sorted(Comparator.comparing(ContentHash::toString))
        .forEach(
            hash -> {
              List<String> replies =
                  store.objects().replies(hash).stream()
                      .limit(MAX_REPLIES_OF_ONE)
                      .map(ContentHash::toString)
                      .toList();
              left[0] -= (replies.size() + 1) * BYTES_OF_A_REPLY;
              if (!replies.isEmpty() && left[0] >= 0) {
                index.put(hash.toString(), JsonArray.ofStrings(replies));
              }
            });
    return index.build();
  }
}
