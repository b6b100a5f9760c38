package org.sovereignbook.sbp.plugins.a2a.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Ear at the stream of a remote task: stores its pieces as they come, of many parts of artifacts a
 * few times a second. For one stream, and one thread at a time.
 */
final class RemoteHearing implements Consumer<byte[]> {
  private static final int AT_ONCE = 100;
  private static final Duration BETWEEN = Duration.ofMillis(500);
  private static final String DATA = "data:";

  private final Ledger ledger;
  private final String task;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private final List<RemotePiece.Said> waiting = new ArrayList<>();
  private Instant stored = Instant.EPOCH;
  private int times;

  RemoteHearing(Ledger ledger, String task) {
    this.ledger = ledger;
    this.task = task;
  }

  /** Takes a part of the stream, cut anywhere. What cannot be read or stored is left out. */
  @Override
  public void accept(byte[] part) {
    for (byte one : part) {
      if (one == '\n') {
        line(line.toString(StandardCharsets.UTF_8).strip());
        line.reset();
      } else {
        line.write(one);
      }
    }
    boolean isTime = !ledger.node().clock().instant().isBefore(stored.plus(BETWEEN));
    if (isTime || times < AT_ONCE || waiting.stream().anyMatch(RemotePiece.Said::isOfState)) {
      store();
    }
  }

  private void line(String text) {
    if (text.startsWith(DATA)) {
      data.append(text.substring(DATA.length()).strip());
    } else if (text.isEmpty() && !data.isEmpty()) {
      CardFetch.parsed(data.toString().getBytes(StandardCharsets.UTF_8)).ifPresent(this::event);
      data.setLength(0);
    }
  }

  private void event(JsonObject json) {
    JsonObject event = json.object("result").orElse(json);
    event.object("statusUpdate").flatMap(it -> it.object("status")).ifPresent(this::state);
    event.object("artifactUpdate").ifPresent(this::artifact);
    event
        .object("task")
        .ifPresent(
            whole -> {
              whole.object("status").ifPresent(this::state);
              whole.array("artifacts").map(JsonArray::objects).orElse(List.of()).stream()
                  .limit(RemotePieces.MOST)
                  .forEach(one -> artifact(one, false));
            });
  }

  private void state(JsonObject status) {
    status
        .object("message")
        .ifPresent(said -> waiting.add(new RemotePiece.Said("", RemoteAnswer.text(said), false)));
  }

  private void artifact(JsonObject update) {
    update.object("artifact").ifPresent(one -> artifact(one, update.bool("append").orElse(false)));
  }

  private void artifact(JsonObject artifact, boolean isMore) {
    String id = RemoteAnswer.id(artifact, "artifactId").orElse("-");
    String text = RemoteAnswer.text(artifact);
    Optional<RemotePiece.Said> last =
        waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.getLast());
    if (isMore && last.filter(it -> it.artifact().equals(id)).isPresent()) {
      RemotePiece.Said before = waiting.removeLast();
      waiting.add(new RemotePiece.Said(id, before.text() + text, before.isMore()));
    } else {
      waiting.add(new RemotePiece.Said(id, text, isMore));
    }
  }

  /** Stores what has come and is not stored yet. */
  void store() {
    List<RemotePiece.Said> said = List.copyOf(waiting);
    waiting.clear();
    if (said.isEmpty()) {
      return;
    }
    stored = ledger.node().clock().instant();
    times++;
    try {
      ledger.run(
          tx ->
              new RemoteTasks(tx)
                  .find(task)
                  .ifPresent(of -> said.forEach(one -> new RemotePieces(tx).add(of, one))));
    } catch (RuntimeException e) {
      // The whole of it comes with the look behind the stream.
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
    }
  }
}
