package org.sovereignbook.sbp.plugins.a2a;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.peer.server.RouteAnswer;

/**
 * Stream of what happens to a task (A2A §3.5.2), as server-sent events whose ids are the numbers of
 * the events. A client that comes back with the last number gets what came after it, each once. It
 * ends with the task, and when the client may see no more of it.
 *
 * @param task the task's id
 * @param cursor the last event that the client has seen; without it the whole task comes first
 */
record A2aStream(A2aCall call, String task, Optional<Long> cursor) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final int LOOKS_BETWEEN_BEATS = 60;

  /** An hour; the client comes back with its cursor. */
  private static final int MOST_LOOKS = 14_400;

  /**
   * Something to send.
   *
   * @param number that of the event
   * @param json a StreamResponse
   */
  private record Response(long number, JsonObject json, boolean isLast) {}

  /**
   * Writes the stream.
   *
   * @param binding puts each response into the binding's form
   */
  void write(RouteAnswer.Pieces to, UnaryOperator<JsonObject> binding)
      throws IOException, InterruptedException {
    long seen = cursor.orElse(-1L);
    if (cursor.isEmpty()) {
      Response whole = whole();
      to.write(bytes(whole, binding));
      seen = whole.number();
      if (whole.isLast()) {
        return;
      }
    }
    send(to, binding, seen);
  }

  private void send(RouteAnswer.Pieces to, UnaryOperator<JsonObject> binding, long from)
      throws IOException, InterruptedException {
    long seen = from;
    String begun = "";
    Polling polling = new Polling(call.ledger().node().clock(), BETWEEN_LOOKS);
    for (int looks = 1; looks <= MOST_LOOKS; looks++) {
      Optional<List<Response>> found = after(seen);
      if (found.isEmpty()) {
        return;
      }
      List<Response> news = found.get();
      for (Response piece : news) {
        to.write(bytes(piece, binding));
        seen = piece.number();
        if (piece.isLast()) {
          return;
        }
      }
      begun = grown(to, binding, begun);
      if (looks % LOOKS_BETWEEN_BEATS == 0) {
        to.write(":\n\n".getBytes(StandardCharsets.UTF_8));
      }
      if (news.isEmpty()) {
        polling.pause();
      }
    }
  }

  private Response whole() {
    return call.ledger()
        .snapshot(
            tx -> {
              A2aTask now = A2aTask.of(tx, call, task);
              JsonObject json = new A2aView(tx).task(now, A2aView.Parts.ALL);
              return new Response(
                  now.changed(), JsonObject.empty().with("task", json), now.state().isEnd());
            });
  }

  /** Sends what has come of an answer since the last look. Returns what was sent of it. */
  private String grown(RouteAnswer.Pieces to, UnaryOperator<JsonObject> binding, String begun)
      throws IOException {
    Optional<A2aTask> now =
        call.ledger()
            .<Optional<A2aTask>>read(tx -> A2aTask.ROWS.first(tx, "WHERE id = ?", task))
            .filter(it -> it.way() == Way.SESSION && it.state() == A2aState.WORKING);
    String text =
        now.flatMap(it -> call.ledger().read(tx -> new ConversationWork(tx).partial(it)))
            .orElse(begun);
    if (now.isPresent() && !text.equals(begun)) {
      boolean isFirst = begun.isEmpty() || !text.startsWith(begun);
      String part = isFirst ? text : text.substring(begun.length());
      to.write(data(A2aView.part(now.get(), part, isFirst), binding));
    }
    return text;
  }

  /** Returns the news after a number; empty when the client may see no more. */
  private Optional<List<Response>> after(long number) {
    Following.settle(call, Optional.of(task));
    return call.ledger()
        .snapshot(tx -> call.isInForce(tx) ? Optional.of(after(tx, number)) : Optional.empty());
  }

  private List<Response> after(Transaction tx, long number) {
    A2aTask now = A2aTask.of(tx, call, task);
    A2aView view = new A2aView(tx);
    List<Response> pieces = new ArrayList<>();
    for (TaskEvent event : now.after(tx, number)) {
      boolean isLast = event.state().filter(A2aStream::isLast).isPresent();
      view.event(now, event)
          .ifPresent(json -> pieces.add(new Response(event.number(), json, isLast)));
    }
    return pieces;
  }

  /** After a question the client has the word: its answer is another message. */
  static boolean isLast(A2aState state) {
    return state.isEnd() || state == A2aState.INPUT_REQUIRED;
  }

  private static byte[] bytes(Response piece, UnaryOperator<JsonObject> binding) {
    byte[] data = data(piece.json(), binding);
    byte[] id = ("id: " + piece.number() + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(id, id.length + data.length);
    System.arraycopy(data, 0, all, id.length, data.length);
    return all;
  }

  private static byte[] data(JsonObject json, UnaryOperator<JsonObject> binding) {
    return ("data: " + JsonWriter.compact(binding.apply(json)) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
