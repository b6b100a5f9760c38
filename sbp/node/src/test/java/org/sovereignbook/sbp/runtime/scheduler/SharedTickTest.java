package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.testing.TestNode;

/** Ticks of several machines that share a store. */
class SharedTickTest {
  private final List<String> held = new ArrayList<>();
  private TestNode made;
  private boolean elsewhere;
  private int checks = Integer.MAX_VALUE;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    made = TestNode.in(folder);
  }

  @Test
  void aTickHoldsTheStoreFromItsFirstToItsLastComponent() throws InterruptedException {
    ScriptedRunner runner = new ScriptedRunner();

    TickResult result = tick(runner);

    assertThat(result.skipped()).isEmpty();
    assertThat(result.runs()).isNotEmpty();
    assertThat(held.getFirst()).isEqualTo("tick");
    assertThat(held.getLast()).isEqualTo("tick given back");
    assertThat(held.stream().filter("tick"::equals)).hasSize(1);
  }

  @Test
  void aTickOnAnotherMachineIsNotJoined() throws InterruptedException {
    elsewhere = true;
    ScriptedRunner runner = new ScriptedRunner();

    TickResult result = tick(runner);

    assertThat(result.skipped())
        .hasValueSatisfying(why -> assertThat(why).contains("another machine"));
    assertThat(result.runs()).isEmpty();
    assertThat(made.store().state(StateDocument.SCHEDULER)).isEmpty();
    assertThat(NodeLock.holder(NodeLock.tick(made.home()))).isEmpty();
  }

  @Test
  void aTickThatLostItsHoldStartsNoOtherComponent() {
    checks = 1;
    ScriptedRunner runner = new ScriptedRunner();

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> tick(runner))
        .withMessageContaining("another machine may run one");
    assertThat(
            made.store()
                .state(StateDocument.SCHEDULER)
                .orElseThrow()
                .object("last_run")
                .orElseThrow()
                .members())
        .hasSize(1);
    assertThat(NodeLock.holder(NodeLock.tick(made.home()))).isEmpty();
  }

  private TickResult tick(ScriptedRunner runner) throws InterruptedException {
    return new Tick(
            made.node(),
            (_, _) -> new Shared(),
            Optional.of("sbp"),
            runner,
            _ -> false,
            event -> {})
        .run();
  }

  /** Opens the node's files as if others could hold them. */
  private final class Shared implements StoreProvider {
    @Override
    public String name() {
      return "shared";
    }

    @Override
    public String description() {
      return "";
    }

    @Override
    public Store open(Node node) {
      return new ForwardingStore(made.store()) {
        @Override
        public Optional<Lease> lease(String component) {
          held.add(component);
          return elsewhere ? Optional.empty() : Optional.of(new Given(component));
        }
      };
    }
  }

  private final class Given implements Lease {
    private final String component;

    Given(String component) {
      this.component = component;
    }

    @Override
    public boolean isHeld() {
      return checks-- > 0;
    }

    @Override
    public void close() {
      held.add(component + " given back");
    }
  }
}
