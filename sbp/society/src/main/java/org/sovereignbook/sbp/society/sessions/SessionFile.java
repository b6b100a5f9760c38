package org.sovereignbook.sbp.society.sessions;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Session as JSON Lines: a line for the session, then one for each completed turn of its thread,
 * the oldest first, each with {@code type}, {@code id}, {@code parentId} and {@code timestamp}.
 * Turns that ended without an answer stand in the member {@code unfinished} of the turn that came
 * next, or of the session, which older readers pass over; so do a turn that runs, and each message
 * that waits, which a copy of the session knows and does not do. Reading checks the hashes of all
 * turns, and takes all or nothing.
 */
public record SessionFile(Transaction tx) {
  private static final String SESSION = "session";
  private static final String RAN = "it was running when the session was exported";
  private static final String WAITED = "it waited for a turn when the session was exported";
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** Line of a session. */
  private record Head(
      String type,
      String id,
      @Shape.Named("parentId") Optional<String> parentId,
      Instant timestamp,
      String persona,
      String agent,
      Optional<List<Line>> unfinished) {}

  /**
   * Line of a turn.
   *
   * @param state of a turn that ended without an answer; a completed one has none
   * @param why such a turn ended
   */
  private record Line(
      String type,
      String id,
      @Shape.Named("parentId") Optional<String> parentId,
      Instant timestamp,
      Optional<Instant> ended,
      Optional<String> model,
      long tokensIn,
      long tokensOut,
      Optional<String> through,
      Optional<String> kept,
      String hash,
      List<Said> messages,
      List<Called> calls,
      List<JsonObject> causes,
      Optional<String> state,
      Optional<String> why,
      Optional<List<Line>> unfinished) {
    /** Returns the state of the turn; empty when it is not one of an end. */
    Optional<TurnState> end() {
      return Words.find(TurnState.class, state.orElse(TurnState.COMPLETED.toString()))
          .filter(one -> one != TurnState.RUNNING);
    }
  }

  private record Said(
      int number,
      String role,
      Optional<String> source,
      Optional<String> text,
      String sha256,
      Instant timestamp,
      Optional<String> id,
      Optional<String> state,
      Optional<JsonObject> authority) {}

  private record Called(
      int number,
      int asked,
      String name,
      Optional<String> arguments,
      String sha256,
      String state,
      Optional<Integer> result) {}

  /** Passes the lines of a session on. */
  public void write(String label, Consumer<String> lines) {
    AgentSession session = new Sessions(tx).require(label);
    TurnThread thread = new TurnThread(tx);
    lines.accept(
        line(
            new Head(
                SESSION,
                session.label(),
                session.head(),
                session.times().createdAt(),
                session.persona(),
                session.agent(),
                behind(session))));
    for (AgentTurn turn : thread.newest(session.head(), Integer.MAX_VALUE)) {
      lines.accept(line(line(turn, lines(thread.unfinishedBefore(turn)))));
    }
  }

  private Optional<List<Line>> lines(List<AgentTurn> unfinished) {
    return Optional.of(unfinished.stream().map(turn -> line(turn, Optional.empty())).toList())
        .filter(all -> !all.isEmpty());
  }

  /** Returns what was said behind the head of a session. */
  private Optional<List<Line>> behind(AgentSession session) {
    List<Line> all = new ArrayList<>();
    new TurnThread(tx)
        .unfinishedBehind(session)
        .forEach(turn -> all.add(line(turn, Optional.empty())));
    new TurnLog(tx)
        .running(session.label())
        .filter(turn -> !turn.isCompaction() && turn.parent().equals(session.head()))
        .ifPresent(turn -> all.add(line(ended(new TurnThread(tx).whole(turn)), Optional.empty())));
    tx.texts(
            "SELECT id FROM agent_input WHERE session = ? AND state = 'waiting' ORDER BY id",
            session.label())
        .forEach(id -> readable(id).ifPresent(input -> all.add(waiting(session, input))));
    return Optional.of(all).filter(some -> !some.isEmpty());
  }

  /** Returns a message; none where its row cannot be read, which its queue sets aside and tells. */
  private Optional<SessionInput> readable(String id) {
    try {
      return SessionInput.ROWS.first(tx, "WHERE id = ?", id);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Returns a running turn as if it had ended now. */
  private TurnThread.Whole ended(TurnThread.Whole running) {
    AgentTurn turn = running.turn();
    return new TurnThread.Whole(
        unfinished(turn.id(), turn.parent(), turn.session(), turn.startedAt(), RAN),
        running.messages(),
        running.calls().stream().map(SessionFile::ended).toList());
  }

  private static TurnCall ended(TurnCall call) {
    CallState state =
        switch (call.state()) {
          case ASKED -> CallState.DROPPED;
          case INTENDED -> CallState.UNKNOWN;
          default -> call.state();
        };
    return new TurnCall(
        call.turn(),
        call.number(),
        call.asked(),
        call.name(),
        call.arguments(),
        call.sha256(),
        state,
        call.result());
  }

  private AgentTurn unfinished(
      String id, Optional<String> parent, String session, Instant began, String why) {
    return new AgentTurn(
        id,
        parent,
        session,
        AgentTurn.Type.NORMAL,
        TurnState.ABORTED,
        AgentTurn.Run.over(began, Optional.of(tx.now()), Optional.of(why)),
        AgentTurn.Usage.NONE,
        AgentTurn.Replaced.NOTHING,
        Optional.empty());
  }

  /** Returns a message that waits as a turn in which nothing was done. */
  private Line waiting(AgentSession session, SessionInput input) {
    Optional<String> text = tx.text(input.said().contentId());
    String sha256 =
        tx.texts("SELECT sha256 FROM content WHERE id = ?", input.said().contentId()).getFirst();
    TurnMessage message =
        new TurnMessage(
            input.id(),
            1,
            TurnMessage.Role.USER,
            Optional.of(input.source()),
            text,
            sha256,
            input.at());
    AgentTurn turn = unfinished(input.id(), session.head(), session.label(), input.at(), WAITED);
    return line(
        new TurnThread.Whole(turn, List.of(message), List.of()),
        Map.of(1, input),
        Optional.empty());
  }

  private static String line(Record record) {
    return JsonWriter.compact(Shape.write(record));
  }

  private Line line(AgentTurn turn, Optional<List<Line>> unfinished) {
    return line(new TurnThread(tx).whole(turn), unfinished);
  }

  private Line line(TurnThread.Whole whole, Optional<List<Line>> unfinished) {
    Map<Integer, SessionInput> inputs = new HashMap<>();
    SessionInput.ROWS
        .list(tx, "WHERE turn = ? AND number IS NOT NULL", whole.turn().id())
        .forEach(input -> inputs.put(input.taken().number().orElseThrow(), input));
    return line(whole, inputs, unfinished);
  }

  private Line line(
      TurnThread.Whole whole, Map<Integer, SessionInput> inputs, Optional<List<Line>> unfinished) {
    AgentTurn turn = whole.turn();
    return new Line(
        turn.isCompaction() ? "compaction" : "turn",
        turn.id(),
        turn.parent(),
        turn.startedAt(),
        turn.endedAt(),
        turn.usage().model(),
        turn.usage().tokensIn(),
        turn.usage().tokensOut(),
        turn.replaced().through(),
        turn.replaced().kept(),
        turn.hash().orElseGet(() -> new TurnThread(tx).hash(whole, turn.id())),
        whole.messages().stream()
            .map(message -> said(message, Optional.ofNullable(inputs.get(message.number()))))
            .toList(),
        whole.calls().stream().map(SessionFile::called).toList(),
        tx.authorities("SELECT authority_id FROM agent_cause WHERE turn = ?", turn.id()).stream()
            .map(SessionFile::json)
            .toList(),
        Optional.of(turn.state())
            .filter(state -> state != TurnState.COMPLETED)
            .map(TurnState::toString),
        turn.why(),
        unfinished);
  }

  private Said said(TurnMessage message, Optional<SessionInput> input) {
    return new Said(
        message.number(),
        message.role().toString(),
        message.source().map(SessionInput.Source::toString),
        message.text(),
        message.sha256(),
        message.at(),
        input.map(SessionInput::id),
        input.map(one -> (one.state().isEnd() ? one.state() : InputState.REFUSED).toString()),
        input.flatMap(one -> tx.authority(one.cause().authorityId())).map(SessionFile::json));
  }

  private static Called called(TurnCall call) {
    return new Called(
        call.number(),
        call.asked(),
        call.name(),
        call.arguments(),
        call.sha256(),
        call.state().toString(),
        call.result());
  }

  private static JsonObject json(Authority authority) {
    return JsonObject.builder()
        .put("principal", authority.principal().text())
        .put("channel", authority.channel())
        .put("limits", authority.limits())
        .build();
  }

  private static Authority authority(JsonObject json) {
    return new Authority(
        Principal.parse(json.string("principal").orElse("unknown")),
        json.string("channel").orElse("session"),
        json.object("limits").orElseGet(JsonObject::empty));
  }

  /**
   * Reads lines that {@link #write} has made. The session runs as the agent of its persona on this
   * node, whatever the file says. The hashes cover words, not rights: the caller has verified that
   * the owner vouches for the causes and authorities in the file.
   *
   * @param label the label of the new session; the one in the file when empty
   * @return the session
   * @throws SocietyException with {@code damaged-file} or {@code session-exists}
   */
  public AgentSession read(List<String> lines, Optional<String> label, Authority by) {
    if (lines.isEmpty()) {
      throw damaged(1, "there is no line");
    }
    Head head = parsed(lines.getFirst(), 1, Head.class);
    if (!head.type().equals(SESSION)) {
      throw damaged(1, "it is no session");
    }
    String wanted = label.map(Sessions::label).orElse(head.id());
    Sessions sessions = new Sessions(tx);
    if (sessions.find(wanted).isPresent()) {
      throw SocietyException.refused(
          "session-exists",
          "there is a session " + wanted,
          "give it another label:  sbp session import FILE --label NAME");
    }
    sessions.imported(wanted, new Personas(tx.node()).require(head.persona()), head.parentId(), by);
    Optional<String> last = Optional.empty();
    for (int i = 1; i < lines.size(); i++) {
      Line line = parsed(lines.get(i), i + 1, Line.class);
      if (!line.parentId().equals(last)) {
        throw damaged(i + 1, "it does not follow the line before");
      }
      if (isAdded(line, wanted, i + 1)) {
        addUnfinished(line.unfinished(), last, wanted, i + 1);
      }
      last = Optional.of(line.id());
    }
    if (!last.equals(head.parentId())) {
      throw damaged(lines.size(), "the newest turn is missing");
    }
    addUnfinished(head.unfinished(), last, wanted, 1);
    return sessions.require(wanted);
  }

  /** Adds the turns that ended without an answer behind a turn, or at a session's beginning. */
  private void addUnfinished(
      Optional<List<Line>> lines, Optional<String> parent, String session, int number) {
    Optional<String> next = Optional.empty();
    for (Line line : lines.orElse(List.of()).reversed()) {
      if (!line.parentId().equals(parent)) {
        throw damaged(number, "turn " + line.id() + " does not follow the one before");
      }
      String id = freeId(line, next);
      AgentTurn _ = insert(line, id, session, number);
      next = Optional.of(id);
    }
  }

  /**
   * Returns the id of a turn that ended without an answer; where it is taken, as beside the
   * original, or is not before the next in its list, a smaller one, which is before the same turns.
   * Nothing refers to such a turn.
   */
  private String freeId(Line line, Optional<String> next) {
    String id =
        next.filter(Ulid::isUlid)
            .filter(one -> one.compareTo(line.id()) <= 0)
            .map(Ulid::before)
            .orElse(line.id());
    while (Ulid.isUlid(id) && new TurnThread(tx).find(id).isPresent()) {
      id = Ulid.before(id);
    }
    return id;
  }

  private static <T extends Record> T parsed(String text, int number, Class<T> type) {
    try {
      if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        return Shape.of(type).read(json);
      }
    } catch (MalformedJson | Misfit e) {
      throw damaged(number, String.valueOf(e.getMessage()));
    }
    throw damaged(number, "it is no object");
  }

  private static SocietyException damaged(int number, String why) {
    return SocietyException.wrong("damaged-file", "line " + number + ": " + why);
  }

  /** Adds a completed turn, unless it is here. Returns whether it was added. */
  private boolean isAdded(Line line, String session, int number) {
    Optional<AgentTurn> known = new TurnThread(tx).find(line.id());
    if (known.isPresent()) {
      if (!known.get().hash().equals(Optional.of(line.hash()))) {
        throw damaged(number, "turn " + line.id() + " is here with other words");
      }
      return false;
    }
    AgentTurn turn = insert(line, line.id(), session, number);
    if (turn.state() != TurnState.COMPLETED) {
      throw damaged(number, "it is not completed");
    }
    return true;
  }

  /** Inserts a turn of the file, whose hash is verified. */
  private AgentTurn insert(Line line, String id, String session, int number) {
    Optional<String> problem = problem(line);
    if (problem.isPresent()) {
      throw damaged(number, problem.get());
    }
    TurnState state = line.end().orElseThrow(() -> damaged(number, "a turn of it has not ended"));
    boolean isCompleted = state == TurnState.COMPLETED;
    AgentTurn turn =
        new AgentTurn(
            id,
            line.parentId(),
            session,
            line.type().equals("compaction") ? AgentTurn.Type.COMPACTION : AgentTurn.Type.NORMAL,
            state,
            AgentTurn.Run.over(line.timestamp(), line.ended(), line.why()),
            new AgentTurn.Usage(line.model(), line.tokensIn(), line.tokensOut(), 0),
            new AgentTurn.Replaced(line.through(), line.kept()),
            isCompleted ? Optional.of(line.hash()) : Optional.empty());
    AgentTurn.ROWS.insert(tx, turn);
    line.messages().forEach(message -> add(turn, message));
    line.calls().forEach(call -> add(turn, call));
    line.causes().forEach(cause -> new TurnLog(tx).addCause(turn, authority(cause)));
    if (!new TurnThread(tx).hash(turn, line.id()).equals(line.hash())) {
      throw damaged(number, "its hash is not that of its words");
    }
    return turn;
  }

  /** Returns why a line is not that of a turn that has ended; empty when it is. */
  private static Optional<String> problem(Line line) {
    if (!Ulid.isUlid(line.id())) {
      return Optional.of("its id is no ULID");
    }
    if (!line.type().equals("turn") && !line.type().equals("compaction")) {
      return Optional.of("its type is neither turn nor compaction");
    }
    if (line.messages().stream().map(Said::number).distinct().count() < line.messages().size()
        || line.calls().stream().map(Called::number).distinct().count() < line.calls().size()) {
      return Optional.of("a number is there twice");
    }
    boolean isWhole =
        line.messages().stream().allMatch(SessionFile::isWhole)
            && line.calls().stream().allMatch(call -> isText(call.arguments(), call.sha256()))
            && line.calls().stream()
                .map(call -> Words.find(CallState.class, call.state()))
                .allMatch(state -> state.filter(CallState::isEnd).isPresent())
            && line.causes().stream().allMatch(SessionFile::isAuthority);
    return isWhole
        ? Optional.empty()
        : Optional.of("a message, call or cause is not that of a turn that has ended");
  }

  private static boolean isWhole(Said said) {
    boolean isEnd =
        said.state()
            .map(state -> Words.find(InputState.class, state).filter(InputState::isEnd).isPresent())
            .orElse(true);
    boolean isSource =
        said.source()
            .map(source -> Words.find(SessionInput.Source.class, source).isPresent())
            .orElse(true);
    return isEnd
        && isSource
        && isText(said.text(), said.sha256())
        && Words.find(TurnMessage.Role.class, said.role()).isPresent()
        && said.authority().map(SessionFile::isAuthority).orElse(said.source().isEmpty());
  }

  private static boolean isText(Optional<String> text, String sha256) {
    return text.isPresent() || HASH.matcher(sha256).matches();
  }

  private static boolean isAuthority(JsonObject json) {
    return json.parsed("principal", Principal::parse).isPresent()
        && json.string("channel").isPresent();
  }

  private void add(AgentTurn turn, Said said) {
    String content = keep(turn, "m" + said.number(), said.text(), said.sha256());
    if (said.source().isEmpty()) {
      tx.update(
          "INSERT INTO agent_message (turn, number, role, content_id, at_ms) VALUES (?, ?, ?, ?,"
              + " ?)",
          turn.id(),
          said.number(),
          said.role(),
          content,
          said.timestamp().toEpochMilli());
      return;
    }
    Authority by = said.authority().map(SessionFile::authority).orElse(Authority.SYSTEM);
    tx.update(
        "INSERT INTO agent_input (id, session, turn, number, source, mode, state, content_id,"
            + " reply_to, at_ms, ended_ms, principal, authority_id)"
            + " VALUES (?, ?, ?, ?, ?, 'followup', ?, ?, '', ?, ?, ?, ?)",
        said.id().filter(this::isFree).orElseGet(() -> new TurnLog(tx).nextId("agent_input")),
        turn.session(),
        turn.id(),
        said.number(),
        said.source().get(),
        said.state().orElse("answered"),
        content,
        said.timestamp().toEpochMilli(),
        said.timestamp().toEpochMilli(),
        by.principal().text(),
        tx.keep(by));
  }

  private String keep(AgentTurn turn, String field, Optional<String> text, String sha256) {
    Subject of = new Subject("turn", turn.id());
    return text.map(one -> tx.keepCovered(of, field, one))
        .orElseGet(() -> tx.keepErased(of, field, sha256));
  }

  private boolean isFree(String id) {
    return Ulid.isUlid(id) && !tx.exists("SELECT 1 FROM agent_input WHERE id = ?", id);
  }

  private void add(AgentTurn turn, Called called) {
    tx.update(
        "INSERT INTO agent_call (turn, number, asked, name, arguments_id, state, result, at_ms)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        turn.id(),
        called.number(),
        called.asked(),
        called.name(),
        keep(turn, "c" + called.number(), called.arguments(), called.sha256()),
        called.state(),
        called.result(),
        turn.startedAt().toEpochMilli());
  }
}
