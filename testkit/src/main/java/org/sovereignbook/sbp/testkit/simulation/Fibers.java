package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/**
 * Scheduler of a simulation: events in the order of virtual time, and fibers, which are threads of
 * which one at a time runs, until it lets virtual time pass. The operating system's scheduler
 * decides nothing.
 */
final class Fibers {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<Fiber> living = new ArrayList<>();
  private Instant now;
  private long order;
  private Optional<Fiber> running = Optional.empty();

  Fibers(Instant start) {
    this.now = start;
  }

  private record Event(Instant at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** A thread of the simulation, which dies with its process. */
  private final class Fiber {
    private final BooleanSupplier isAlive;
    private final Semaphore back = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);
    private boolean isOver;
    private Optional<Throwable> failure = Optional.empty();

    private Fiber(BooleanSupplier isAlive) {
      this.isAlive = isAlive;
    }

    private void resume() {
      if (isOver) {
        return;
      }
      running = Optional.of(this);
      go.release();
      back.acquireUninterruptibly();
      running = Optional.empty();
      if (isOver) {
        living.remove(this);
      }
      failure.ifPresent(
          why -> {
            throw new AssertionError("a fiber failed at " + now, why);
          });
    }

    private void park() {
      back.release();
      go.acquireUninterruptibly();
      if (!isAlive.getAsBoolean()) {
        throw new SimulatedCrash("its process has ended");
      }
    }
  }

  /** Something that fibers wait for. */
  final class Gate {
    private final List<Fiber> waiting = new ArrayList<>();
    private boolean isOpen;

    /** Waits until it is open. */
    void await() {
      while (!isOpen) {
        Fiber self = self();
        waiting.add(self);
        self.park();
      }
    }

    void open() {
      isOpen = true;
      waiting.forEach(fiber -> after(Duration.ZERO, fiber::resume));
      waiting.clear();
    }
  }

  Instant now() {
    return now;
  }

  /** Does something at a later time, in no fiber. */
  void after(Duration time, Runnable action) {
    events.add(new Event(now.plus(time), order++, action));
  }

  /**
   * Begins a fiber now. A failure in it ends the simulation.
   *
   * @param isAlive whether its process lives; else its next wait ends with a {@link SimulatedCrash}
   */
  void start(BooleanSupplier isAlive, Runnable body) {
    start(isAlive, body, () -> {});
  }

  /**
   * Works like the other method.
   *
   * @param end is done at the end of the fiber, even if its process died before it began
   */
  void start(BooleanSupplier isAlive, Runnable body, Runnable end) {
    Fiber fiber = new Fiber(isAlive);
    Thread thread =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  fiber.go.acquireUninterruptibly();
                  try {
                    if (isAlive.getAsBoolean()) {
                      body.run();
                    }
                  } catch (SimulatedCrash e) {
                    // Its process has ended, and it with it.
                  } catch (Throwable e) {
                    fiber.failure = Optional.of(e);
                  } finally {
                    end.run();
                    fiber.isOver = true;
                    fiber.back.release();
                  }
                });
    thread.start();
    living.add(fiber);
    after(Duration.ZERO, fiber::resume);
  }

  /** Lets virtual time pass in a fiber. */
  void pause(Duration time) {
    Fiber self = self();
    after(time, self::resume);
    self.park();
  }

  /** Ends the fibers of processes that have ended, which gives their locks back. */
  void endDead() {
    for (Fiber fiber : List.copyOf(living)) {
      if (!fiber.isAlive.getAsBoolean()) {
        fiber.resume();
      }
    }
  }

  private Fiber self() {
    return running.orElseThrow(() -> new IllegalStateException("only a fiber can wait"));
  }

  /** Runs all events before a time. */
  void runUntil(Instant end) {
    while (!events.isEmpty() && events.peek().at().isBefore(end)) {
      Event next = events.remove();
      now = next.at();
      next.action().run();
    }
    now = end;
  }
}
