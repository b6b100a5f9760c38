package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.testing.TestKeys;

/** Compaction of a session with a peer's message: its sentences stay the peer's in memory. */
class ForeignCompactionTest {
  @TempDir Path folder;

  @Test
  void aCompactionByHandKeepsAPeersSentenceApart() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      talking
          .ledger()
          .run(
              tx -> {
                Authority peer =
                    Access.decide(
                            tx,
                            Entities.peer(
                                tx, TestKeys.named("carol").publicKey(), TrustState.KNOWN),
                            Access.here(tx, Entities.SBP))
                        .authority();
                SessionInput _ =
                    new MessageQueue(tx)
                        .add(
                            Talking.message(
                                "We decided that the heron gets the keys. " + "word ".repeat(200),
                                QueueMode.FOLLOWUP,
                                peer));
              });
      assertThat(talking.run(new ScriptedChat().says("So be it."))).hasSize(1);

      try (TurnRunner runner = talking.runner(new ScriptedChat().says("Of keys."))) {
        assertThat(runner.compact(Talking.MAIN, new Cancellation())).isPresent();
      }

      assertThat(remembered(talking)).doesNotContain("heron");
      assertThat(
              talking
                  .ledger()
                  .<List<String>>read(
                      tx ->
                          tx.texts(
                              "SELECT c.text FROM memory_hot_apart h JOIN content c ON c.id ="
                                  + " h.document_id"))
                  .toString())
          .contains("heron");
      SessionInput _ = talking.owner("and now?");
      ScriptedChat next = new ScriptedChat().says("I know.");
      assertThat(talking.run(next)).hasSize(1);
      assertThat(next.requests().getLast().system()).doesNotContain("heron");
    }
  }

  /** Returns the hot memories, as JSON. */
  private static String remembered(Talking talking) {
    return talking
        .ledger()
        .<List<String>>read(
            tx ->
                tx.texts("SELECT c.text FROM memory_hot h JOIN content c ON c.id = h.document_id"))
        .toString();
  }
}
