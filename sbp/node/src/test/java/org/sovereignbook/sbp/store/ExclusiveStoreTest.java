package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.testing.TestNode;

/** A step and a store that other machines may share. */
class ExclusiveStoreTest {
  private final List<String> calls = new ArrayList<>();
  private TestNode made;
  private Optional<String> heldElsewhere = Optional.empty();
  private boolean broken;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    made = TestNode.in(folder);
  }

  @Test
  void aStepHoldsItsComponentRecoversAndRendersBeforeAndAfter() {
    try (ExclusiveStore held = open("reader")) {
      assertThat(held.store()).isNotNull();
      calls.add("work");
    }

    assertThat(calls)
        .containsExactly(
            "hold reader", "recover", "refresh", "work", "refresh", "free reader", "close");
  }

  @Test
  void deliveriesDoNotHoldEachOtherUp() {
    open("delivery").close();

    assertThat(calls).containsExactly("recover", "refresh", "refresh", "close");
  }

  @Test
  void aComponentThatAnotherMachineRunsIsBusy() {
    heldElsewhere = Optional.of("reader");

    assertThatExceptionOfType(NodeBusyException.class)
        .isThrownBy(() -> open("reader"))
        .withMessageContaining("reader runs on another machine");
    assertThat(calls).containsExactly("hold reader", "close");
    open("author").close();
  }

  @Test
  void aPauseLetsAChangeOfTheOwnerInAndNoOtherStep() {
    NodeWait atOnce = NodeWait.of(Duration.ZERO, _ -> {});
    try (ExclusiveStore held = open("network")) {
      assertThatExceptionOfType(NodeBusyException.class).isThrownBy(this::edit);
      try (ExclusiveStore.Pause _ = held.pause(atOnce)) {
        assertThatExceptionOfType(NodeBusyException.class).isThrownBy(() -> open("author"));
        calls.clear();
        edit();
      }
      assertThat(calls).endsWith("close", "recover");
      assertThatExceptionOfType(NodeBusyException.class).isThrownBy(this::edit);
    }
    edit();
  }

  @Test
  void aPauseThatCannotEndLeavesTheLockToItsOwner() {
    NodeWait atOnce = NodeWait.of(Duration.ZERO, _ -> {});
    ExclusiveStore held = open("network");
    ExclusiveStore.Pause pause = held.pause(atOnce);
    try (ExclusiveStore _ =
        ExclusiveStore.openBetweenSteps(made.node(), (_, _) -> new Watched(), "cli")) {
      assertThatExceptionOfType(NodeBusyException.class).isThrownBy(pause::close);
      calls.clear();
      held.close();
      assertThat(calls)
          .as("nothing is rendered without the lock")
          .containsExactly("free network", "close");
      assertThat(NodeLock.holder(NodeLock.step(made.home())).map(NodeLock.Holder::what))
          .contains("cli");
    }
  }

  private void edit() {
    ExclusiveStore.openBetweenSteps(made.node(), (_, _) -> new Watched(), "cli").close();
  }

  @Test
  void aStoreThatFailsFreesTheNode() {
    broken = true;
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> open("reader"));
    assertThat(calls).endsWith("close");
    assertThat(NodeLock.holder(NodeLock.step(made.home()))).isEmpty();
    assertThat(NodeLock.holder(NodeLock.tick(made.home()))).isEmpty();

    broken = false;
    ExclusiveStore held = open("reader");
    broken = true;
    assertThatExceptionOfType(StoreException.class).isThrownBy(held::close);
    assertThat(calls).endsWith("close");
    assertThat(NodeLock.holder(NodeLock.step(made.home()))).isEmpty();
  }

  @Test
  void theConfigurationNamesTheStore() {
    List<String> asked = new ArrayList<>();
    Stores stores =
        (node, name) -> {
          asked.add(name);
          throw new StoreException("none");
        };
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> stores.open(made.node()));
    made.configure(
        org.sovereignbook.sbp.base.json.JsonObject.builder()
            .put(
                "store",
                org.sovereignbook.sbp.base.json.JsonObject.builder().put("backend", "mine").build())
            .build());
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> stores.open(made.node()));
    made.node().disk().delete(made.home().schedulerConfig());
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> stores.open(made.node()));

    assertThat(asked).containsExactly("files", "mine", "files");
  }

  private ExclusiveStore open(String component) {
    Stores stores = (_, _) -> new Watched();
    return Component.is(component, Component.Trait.SHARED)
        ? ExclusiveStore.openShared(made.node(), stores, component, Optional.empty())
        : ExclusiveStore.open(made.node(), stores, component, Optional.empty());
  }

  /** Opens a store that tells what it is asked to do. */
  private final class Watched implements StoreProvider {
    @Override
    public String name() {
      return "watched";
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
          calls.add("hold " + component);
          return heldElsewhere.equals(Optional.of(component))
              ? Optional.empty()
              : Optional.of(new Given(component));
        }

        @Override
        public boolean recover() {
          calls.add("recover");
          return super.recover();
        }

        @Override
        public void refresh() {
          calls.add("refresh");
          if (broken) {
            throw new StoreException("down");
          }
        }

        @Override
        public void close() {
          calls.add("close");
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
      return true;
    }

    @Override
    public void close() {
      calls.add("free " + component);
    }
  }
}
