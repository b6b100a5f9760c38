package org.sovereignbook.sbp.society.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** The hot contexts (L1) of the owner and of all agents, with their versions and chains. */
public record HotMemory(Transaction tx) {
  /** Versions that stay readable, besides the one at each session's end. */
  private static final int KEPT_VERSIONS = 200;

  private static final int SUMMARY_CHARACTERS = 500;
  private static final int NOTE_CHARACTERS = 120;
  private static final int SUMMARY_NOTES = 5;
  private static final String SESSION_END = "session_end";

  /** A row of the table {@code memory_hot}. */
  private record Row(
      Principal holder,
      String documentId,
      long version,
      long createdMs,
      long updatedMs,
      Optional<Long> archivedMs,
      Principal principal,
      String authorityId) {
    static final Rows<Row> ROWS = new Rows<>("memory_hot", Row.class);
  }

  /**
   * Earlier version.
   *
   * @param cause {@code write}, {@code session_end}, {@code merge} or {@code approval}
   */
  public record Version(
      Principal holder, long version, String documentId, String cause, long atMs) {
    static final Rows<Version> ROWS = new Rows<>("memory_hot_version", Version.class);
  }

  /** End of a session. */
  record SessionEnd(
      Principal holder,
      long sessionCount,
      String contentHash,
      String previousHash,
      String chainHash,
      long atMs) {
    static final Rows<SessionEnd> ROWS = new Rows<>("memory_chain", SessionEnd.class);
  }

  /**
   * A hot context as it is shown.
   *
   * @param version its number; each change raises it
   */
  public record Shown(JsonObject text, long version) {
    public String updatedAt() {
      return text.string("updated_at").orElse("");
    }

    Shown at(String time) {
      return new Shown(text.with("updated_at", time), version);
    }
  }

  /**
   * Effect of a change.
   *
   * @param conflict whether somebody has changed it meanwhile, so that nothing was written
   * @param now the present text
   * @param apart whether it was stored apart, since the caller acts for others
   */
  public record Written(boolean conflict, Shown now, boolean apart) {}

  /** Creates the hot context of an entity that has none yet. */
  void create(MemoryHolder holder) {
    String now = HotText.time(tx.nowMs());
    if (row(holder.principal()).isEmpty()) {
      Scopes.Scope _ = new Scopes(tx).ofHolder(holder.principal());
      Cause cause = tx.cause(Authority.SYSTEM);
      Row.ROWS.insert(
          tx,
          new Row(
              holder.principal(),
              keep(holder, HotText.first(holder, now)),
              1,
              tx.nowMs(),
              tx.nowMs(),
              Optional.empty(),
              cause.principal(),
              cause.authorityId()));
    }
  }

  private Optional<Row> row(Principal holder) {
    return Row.ROWS.first(tx, "WHERE holder = ?", holder.text());
  }

  private String keep(MemoryHolder holder, JsonObject text) {
    return tx.keep(subject(holder), "hot", text.toString());
  }

  private static Subject subject(MemoryHolder holder) {
    return new Subject("memory", "hot:" + holder.id());
  }

  private Row require(MemoryHolder holder) {
    return row(holder.principal()).orElseThrow(() -> MemoryHolder.unknown(holder.name()));
  }

  /** Returns the row for a change, once others that change it have committed. */
  private Row locked(MemoryHolder holder) {
    boolean _ =
        tx.exists(
            "SELECT 1 FROM memory_hot WHERE holder = ?" + tx.dialect().forUpdate(),
            holder.principal().text());
    return require(holder);
  }

  private JsonObject stored(String documentId) {
    return tx.text(documentId)
        .map(MemoryTexts::parse)
        .orElseThrow(
            () ->
                SocietyException.refused(
                    "erased", "this text was erased", "write a new one:  sbp memory set"));
  }

  /**
   * Returns a hot context.
   *
   * @throws SocietyException with {@code user_not_found}, also for one that the caller may not read
   */
  public Shown read(Caller caller, MemoryHolder holder) {
    require(caller, Act.READ, holder);
    return shown(holder, require(holder));
  }

  private Shown shown(MemoryHolder holder, Row row) {
    JsonObject text = HotText.shown(stored(row.documentId()));
    Optional<Agent> agent = holder.agent();
    if (agent.isPresent()) {
      JsonObject own = text.object(HotText.AGENT).orElse(JsonObject.empty());
      text =
          text.with(
              HotText.AGENT,
              own.with("parent_entity_id", MemoryHolder.of(tx, agent.get().parent()).id())
                  .with("agent_type", agent.get().type().toString())
                  .with("capabilities", agent.get().declared().json())
                  .with(HotText.EVENT_QUEUE, new MemoryEvents(tx).waiting(holder)));
    }
    return new Shown(text, row.version());
  }

  private void require(Caller caller, Act act, MemoryHolder holder) {
    Optional<String> refusal =
        MemoryRights.hotRefusal(
            MemoryReader.of(tx, caller).reader(),
            act,
            holder.principal(),
            MemoryHolder.of(caller).isAbove(tx, holder));
    if (refusal.isPresent() && refusal.get().equals(MemoryHolder.UNKNOWN)) {
      throw MemoryHolder.unknown(holder.name());
    }
    if (refusal.isPresent()) {
      throw MemoryRights.denied(
          caller,
          refusal.get(),
          "only " + holder.name() + " itself writes its hot context, unless it is untrusted");
    }
  }

  /**
   * Changes a hot context; only its holder may.
   *
   * @param replaces whether the data is the whole text; otherwise it is merged into the present one
   * @param expected the {@code updated_at} that the caller has seen
   * @throws SocietyException with {@code validation_failed}, {@code l1_budget_exceeded}, {@code
   *     unauthorized}
   */
  public Written write(
      Caller caller,
      MemoryHolder holder,
      boolean replaces,
      JsonObject data,
      Optional<String> expected) {
    require(caller, Act.WRITE, holder);
    Row row = locked(holder);
    Shown present = shown(holder, row);
    if (caller.isBoundByOthers()) {
      return writeApart(caller, holder, present, row, replaces, data, expected);
    }
    if (expected.filter(one -> !one.equals(present.updatedAt())).isPresent()) {
      return new Written(true, present, false);
    }
    JsonObject before = stored(row.documentId());
    JsonObject own = HotText.own(data);
    JsonObject next = replaces ? HotText.merged(kept(before), own) : HotText.merged(before, own);
    if (replaces) {
      new HotApart(tx).clear(holder);
    } else {
      new HotApart(tx).superseded(holder, own);
    }
    return new Written(false, put(caller.authority(), holder, row, next, "write"), false);
  }

  /** Stores changes of a caller that acts for others, beside the holder's own text. */
  private Written writeApart(
      Caller caller,
      MemoryHolder holder,
      Shown own,
      Row row,
      boolean replaces,
      JsonObject data,
      Optional<String> expected) {
    HotApart apart = new HotApart(tx);
    Shown present = apart.updatedAt(holder).map(own::at).orElse(own);
    if (expected.filter(one -> !one.equals(present.updatedAt())).isPresent()) {
      return new Written(true, present, true);
    }
    JsonObject changes = HotText.own(data);
    JsonObject parts = replaces ? changes : HotText.composed(apart.of(holder), changes);
    HotText.require(
        HotText.whole(stored(row.documentId()), parts),
        tx.node().config().get(MemorySettings.CONTEXT_TOKENS));
    apart.put(holder, parts, caller.authority());
    return new Written(false, apart.updatedAt(holder).map(own::at).orElse(own), true);
  }

  /**
   * Returns the parts of a hot context that were written for others, as changes of its text; empty
   * if there are none. Whoever is shown them acts for {@link #apartCauses}.
   */
  public JsonObject apart(Caller caller, MemoryHolder holder) {
    require(caller, Act.READ, holder);
    return new HotApart(tx).of(holder);
  }

  public List<Authority> apartCauses(MemoryHolder holder) {
    return new HotApart(tx).causes(holder);
  }

  /** Returns those for whom the parts that are stored apart were written. */
  public List<Principal> apartFor(MemoryHolder holder) {
    return Causes.beneficiaries(apartCauses(holder));
  }

  /** Returns what a replacement does not replace: the chain and the identity's id. */
  private static JsonObject kept(JsonObject before) {
    JsonObject.Builder kept = JsonObject.builder().put("version", 1);
    for (String part : List.of("updated_at", HotText.EPHEMERAL)) {
      before.get(part).ifPresent(value -> kept.put(part, value));
    }
    return kept.build();
  }

  private Shown put(Authority by, MemoryHolder holder, Row row, JsonObject text, String cause) {
    JsonObject next = HotChain.again(text.with("updated_at", after(text)));
    HotText.require(next, tx.node().config().get(MemorySettings.CONTEXT_TOKENS));
    Version.ROWS.insert(
        tx,
        new Version(holder.principal(), row.version(), row.documentId(), cause, tx.nowMs()),
        new Cause(row.principal(), row.authorityId()));
    String authority = tx.keep(by);
    tx.update(
        "UPDATE memory_hot SET document_id = ?, version = version + 1, updated_ms = ?,"
            + " archived_ms = NULL, principal = ?, authority_id = ? WHERE holder = ?",
        keep(holder, next),
        tx.nowMs(),
        by.principal().text(),
        authority,
        holder.principal().text());
    new Causes(tx).add(subject(holder).id(), authority);
    prune(holder);
    return shown(holder, require(holder));
  }

  /** Returns the time of a change, later than the last one even within one millisecond. */
  private String after(JsonObject text) {
    Optional<Long> last = text.string("updated_at").map(Instant::parse).map(Instant::toEpochMilli);
    return HotText.time(
        last.filter(one -> one >= tx.nowMs()).map(one -> one + 1).orElse(tx.nowMs()));
  }

  private void prune(MemoryHolder holder) {
    List<Version> over =
        Version.ROWS.list(
            tx,
            "WHERE holder = ? AND cause <> ? ORDER BY version DESC LIMIT 100 OFFSET "
                + KEPT_VERSIONS,
            holder.principal().text(),
            SESSION_END);
    for (Version version : over) {
      tx.update(
          "DELETE FROM memory_hot_version WHERE holder = ? AND version = ?",
          holder.principal().text(),
          version.version());
      tx.forget(version.documentId());
    }
  }

  /** Returns the earlier versions, newest first. */
  public List<Version> history(Caller caller, MemoryHolder holder) {
    require(caller, Act.READ, holder);
    return Version.ROWS.list(
        tx, "WHERE holder = ? ORDER BY version DESC", holder.principal().text());
  }

  /** Returns the text of an earlier version; empty if there is none, or it was erased. */
  public Optional<JsonObject> earlier(Caller caller, MemoryHolder holder, long version) {
    require(caller, Act.READ, holder);
    return Version.ROWS
        .first(tx, "WHERE holder = ? AND version = ?", holder.principal().text(), version)
        .flatMap(one -> tx.text(one.documentId()))
        .map(MemoryTexts::parse)
        .map(HotText::shown);
  }

  /** Begins a session of the holder. Returns the problem of a broken chain, which is left as is. */
  Optional<String> start(Caller caller, MemoryHolder holder) {
    Row row = locked(holder);
    JsonObject text = stored(row.documentId());
    Optional<String> problem = HotChain.verify(text).problem();
    if (problem.isEmpty()) {
      tx.update(
          "UPDATE memory_hot SET document_id = ? WHERE holder = ?",
          keep(holder, HotChain.started(text, HotText.time(tx.nowMs()))),
          holder.principal().text());
      tx.forget(row.documentId());
    }
    new MemoryReads(tx).beginSession(holder.principal());
    return problem;
  }

  /**
   * Ends a session of the caller: summary, next link, a version that is kept. The summary is made
   * of the holder's own text, so that it is the holder's, whatever the session acted for.
   */
  public Shown end(Caller caller) {
    MemoryHolder holder = MemoryHolder.of(caller);
    Row row = locked(holder);
    JsonObject text = stored(row.documentId());
    String now = HotText.time(tx.nowMs());
    String summary = summary(text);
    JsonObject ended = HotChain.ended(text.with("updated_at", after(text)), now, summary);
    Authority own = Authority.of(holder.principal(), caller.authority().channel());
    Shown shown = put(own, holder, row, ended, SESSION_END);
    new HotApart(tx)
        .superseded(
            holder,
            JsonObject.empty()
                .with(HotText.EPHEMERAL, JsonObject.empty().with("last_summary", summary)));
    HotChain.Link link = HotChain.verify(stored(require(holder).documentId())).link().orElseThrow();
    SessionEnd.ROWS.insert(
        tx,
        new SessionEnd(
            holder.principal(),
            link.count(),
            link.contentHash(),
            link.previousHash(),
            link.chainHash(),
            tx.nowMs()));
    return shown;
  }

  private static String summary(JsonObject text) {
    List<String> parts = new ArrayList<>();
    text.object("active")
        .flatMap(it -> it.string("focus"))
        .ifPresent(it -> parts.add("focus: " + it));
    List<String> notes = HotText.active(text, "notes");
    notes.subList(Math.max(0, notes.size() - SUMMARY_NOTES), notes.size()).stream()
        .map(note -> Cut.within(note.lines().findFirst().orElse(""), NOTE_CHARACTERS))
        .forEach(parts::add);
    HotText.active(text, "blockers").forEach(blocker -> parts.add("blocked by " + blocker));
    return Cut.within(String.join("; ", parts), SUMMARY_CHARACTERS);
  }

  /**
   * State of a chain of sessions.
   *
   * @param sessions how many have ended
   * @param problem why it is broken; empty if it is intact
   */
  public record Chain(long sessions, Optional<String> chainHash, Optional<String> problem) {}

  /** Checks the holder's chain, against the log of session ends, too. */
  public Chain verify(Caller caller, MemoryHolder holder) {
    require(caller, Act.READ, holder);
    HotChain.Verified text = HotChain.verify(stored(require(holder).documentId()));
    Optional<String> problem =
        text.problem().or(() -> text.link().flatMap(link -> logProblem(holder, link)));
    return new Chain(
        text.link().map(HotChain.Link::count).orElse(0L),
        text.link().map(HotChain.Link::chainHash),
        problem);
  }

  private Optional<String> logProblem(MemoryHolder holder, HotChain.Link link) {
    List<SessionEnd> ends =
        SessionEnd.ROWS.list(
            tx, "WHERE holder = ? ORDER BY session_count", holder.principal().text());
    for (int i = 0; i < ends.size(); i++) {
      if (ends.get(i).sessionCount() != i + 1) {
        return Optional.of("the log of sessions lacks the end of session " + (i + 1));
      }
    }
    return ends.size() == link.count() && ends.getLast().previousHash().equals(link.previousHash())
        ? Optional.empty()
        : Optional.of(
            "the text says session %d, the log ends with %d".formatted(link.count(), ends.size()));
  }

  /** Returns the stored text of an entity's own, if it has one. */
  Optional<JsonObject> textOf(MemoryHolder holder) {
    return row(holder.principal())
        .flatMap(row -> tx.text(row.documentId()))
        .map(MemoryTexts::parse);
  }

  long version(MemoryHolder holder) {
    return require(holder).version();
  }

  /** Returns the ends of the holder's sessions, in order. */
  List<CarriedSession> ends(MemoryHolder holder) {
    return SessionEnd.ROWS
        .list(tx, "WHERE holder = ? ORDER BY session_count", holder.principal().text())
        .stream()
        .map(
            one ->
                new CarriedSession(
                    one.sessionCount(),
                    one.contentHash(),
                    one.previousHash(),
                    one.chainHash(),
                    Timestamp.ofMillis(one.atMs())))
        .toList();
  }

  /**
   * Returns the text with the parts that are stored apart, for its way to the node that most of
   * them are from.
   */
  Optional<JsonObject> wholeOf(MemoryHolder holder) {
    return textOf(holder)
        .map(own -> HotChain.again(HotText.whole(own, new HotApart(tx).of(holder))));
  }

  /**
   * Takes over a text of another node, whose time is no later than now, and the ends of its
   * sessions, whose times are judged already. What it says besides the present text is stored
   * apart; approved, it becomes the text.
   *
   * @param by the authority of the text
   * @param approvedBy who has approved it
   */
  void take(
      MemoryHolder holder,
      JsonObject text,
      List<CarriedSession> brought,
      Authority by,
      Optional<Caller> approvedBy) {
    for (CarriedSession one : brought.subList(ends(holder).size(), brought.size())) {
      SessionEnd.ROWS.insert(
          tx,
          new SessionEnd(
              holder.principal(),
              one.sessionCount(),
              one.contentHash(),
              one.previousHash(),
              one.chainHash(),
              one.at().instant().toEpochMilli()));
    }
    Row row = require(holder);
    JsonObject own = stored(row.documentId());
    if (approvedBy.isPresent()) {
      Shown _ = put(approvedBy.get().authority(), holder, row, past(text), "merge");
      new Causes(tx).add(subject(holder).id(), tx.cause(by).authorityId());
      endCauses(approvedBy.get(), holder);
    } else {
      Shown _ = put(Authority.SYSTEM, holder, row, HotText.withChain(own, text), "merge");
      HotApart apart = new HotApart(tx);
      JsonObject more = HotText.difference(HotText.own(own), HotText.own(text));
      apart.put(holder, HotText.composed(apart.of(holder), more), by);
    }
  }

  private void endCauses(Caller approver, MemoryHolder holder) {
    long version = version(holder);
    List<Principal> ended = new Causes(tx).end(subject(holder).id(), version);
    new MemoryApproval(tx).record(approver, subject(holder), version, ended);
  }

  /**
   * Makes the parts that are stored apart parts of the holder's own text, and ends their causes.
   */
  void approve(Caller approver, MemoryHolder holder) {
    HotApart apart = new HotApart(tx);
    for (Authority cause : apart.causes(holder)) {
      new Causes(tx).add(subject(holder).id(), tx.cause(cause).authorityId());
    }
    Row row = locked(holder);
    JsonObject whole = HotText.whole(stored(row.documentId()), apart.of(holder));
    Shown _ = put(approver.authority(), holder, row, whole, "approval");
    apart.clear(holder);
    endCauses(approver, holder);
  }

  /** Drops the parts that are stored apart. */
  void reject(MemoryHolder holder) {
    new HotApart(tx).clear(holder);
  }

  /** Gives a holder the text that it began with, before it gets another. */
  void restart(MemoryHolder holder) {
    new HotApart(tx).clear(holder);
    Shown _ =
        put(
            Authority.SYSTEM,
            holder,
            require(holder),
            HotText.first(holder, HotText.time(tx.nowMs())),
            "merge");
  }

  private JsonObject past(JsonObject text) {
    boolean isLater =
        text.string("updated_at").filter(at -> Instant.parse(at).isAfter(tx.now())).isPresent();
    return isLater ? text.with("updated_at", HotText.time(tx.nowMs())) : text;
  }

  /** Marks the hot context of an agent that was deactivated. */
  void archive(Principal holder) {
    tx.update("UPDATE memory_hot SET archived_ms = ? WHERE holder = ?", tx.nowMs(), holder.text());
  }

  /** Deletes the hot context of a removed agent; the log of its sessions stays (§8.3). */
  void delete(MemoryHolder holder) {
    for (Version version : Version.ROWS.list(tx, "WHERE holder = ?", holder.principal().text())) {
      tx.update(
          "DELETE FROM memory_hot_version WHERE holder = ? AND version = ?",
          holder.principal().text(),
          version.version());
      tx.forget(version.documentId());
    }
    new HotApart(tx).clear(holder);
    Optional<Row> row = row(holder.principal());
    if (row.isPresent()) {
      tx.update("DELETE FROM memory_hot WHERE holder = ?", holder.principal().text());
      tx.forget(row.get().documentId());
    }
  }

  /** Returns the authorities of all writers of the text. */
  public List<Authority> causes(MemoryHolder holder) {
    return new Causes(tx).of(List.of(subject(holder).id()));
  }

  /** Returns the authorities of all writers of earlier texts, too. */
  public List<Authority> everCauses(MemoryHolder holder) {
    return new Causes(tx).everOf(List.of(subject(holder).id()));
  }

  /**
   * Binds a directory to a group of the caller's, or ends the binding.
   *
   * @param user whose hot context it is: the caller's own
   * @param directory absolute
   * @throws SocietyException with {@code group_not_found}
   */
  public Shown bind(
      Caller caller, Optional<String> user, String directory, Optional<String> group) {
    MemoryHolder holder = MemoryHolder.named(tx, caller, user);
    require(caller, Act.WRITE, holder);
    group.ifPresent(
        name -> {
          MemoryGroup _ = Groups.seen(tx, caller, name).group();
        });
    JsonValue bound = group.<JsonValue>map(JsonString::new).orElse(JsonNull.INSTANCE);
    JsonObject bindings = JsonObject.builder().put(directory, bound).build();
    JsonObject active = JsonObject.builder().put("context_bindings", bindings).build();
    return write(
            caller,
            holder,
            false,
            JsonObject.builder().put("active", active).build(),
            Optional.empty())
        .now();
  }

  /** Returns the group that a directory is bound to: of the longest bound prefix. */
  public Optional<String> bound(MemoryHolder holder, String directory) {
    Optional<JsonObject> bindings =
        stored(require(holder).documentId())
            .object("active")
            .flatMap(active -> active.object("context_bindings"));
    return bindings.stream()
        .flatMap(it -> it.members().keySet().stream())
        .filter(prefix -> MemoryTexts.isWithin(directory, prefix))
        .max((one, other) -> one.length() - other.length())
        .flatMap(prefix -> bindings.orElseThrow().string(prefix));
  }
}
