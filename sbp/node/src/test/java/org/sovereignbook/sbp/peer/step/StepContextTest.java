package org.sovereignbook.sbp.peer.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestNode;

/** Things that a step works with. */
class StepContextTest {
  /** On PostgreSQL each look at a society that is not there opened a connection, once a message. */
  @Test
  void whetherThereIsASocietyIsAskedOnceAStep(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    AtomicInteger asked = new AtomicInteger();
    try (StepContext context =
        new StepContext(
            node.node(),
            node.store(),
            false,
            (_, _) -> {},
            Optional::empty,
            () -> {
              asked.incrementAndGet();
              return Optional.empty();
            })) {
      assertThat(context.society()).isEmpty();
      assertThat(context.society()).isEmpty();
      context.withSociety("settle", "nothing is settled", _ -> asked.addAndGet(100));
    }

    assertThat(asked).hasValue(1);
  }
}
