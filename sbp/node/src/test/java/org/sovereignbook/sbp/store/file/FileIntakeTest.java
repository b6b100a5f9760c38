package org.sovereignbook.sbp.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/** Envelopes that are accepted with a journal, and a power that fails. */
class FileIntakeTest {
  private static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");

  @TempDir private Path folder;

  private final Random random = new Random(43);
  private int folders;

  /** A node, the disk on which its server works, and the ids that were answered. */
  private final class World {
    private final TestNode node = TestNode.in(folder.resolve("node-" + folders++));
    private final PowerlessDisk disk;
    private final FileStore store;
    private final Store.Intake intake;
    private final Set<InboxId> answered = new HashSet<>();
    private final Set<InboxId> archived = new HashSet<>();

    World(Disk disk) {
      this.disk = new PowerlessDisk(disk);
      this.store = new FileStore(node.nodeOn(this.disk));
      this.intake = store.intake(Inbox.WAITING);
    }

    World() {
      this(LocalDisk.unsynced());
    }

    List<ItemResult<Inbox.Receipt>> add(int from, int to) {
      List<ItemResult<Inbox.Receipt>> results = store.inbox().acceptAll(offered(from, to), intake);
      results.forEach(one -> one.value().ifPresent(receipt -> answered.add(receipt.id())));
      return results;
    }

    void archive() {
      store.inbox().pending().stream()
          .findFirst()
          .ifPresent(
              first -> {
                store.commit(new ChangeSet().add(Inbox.archive(first)));
                archived.add(first);
              });
    }

    void take(InboxId id, Change change) {
      store.commit(new ChangeSet().add(change));
      answered.remove(id);
    }

    /** The power fails, and the next process opens the node. */
    Store afterFailure() {
      disk.fail(node.node().disk(), random);
      return next();
    }

    Store next() {
      return new FileStoreProvider().open(node.node());
    }

    List<Path> journals() {
      return node.node().disk().files(node.home().intake()).stream()
          .filter(file -> !file.endsWith("intake.lock"))
          .toList();
    }

    NodeLock lock() {
      return NodeLock.tryAcquire(NodeLock.server(node.home()), "serve", node.node().now(), "a1")
          .orElseThrow();
    }

    List<Long> sizes() {
      return journals().stream().map(node.node().disk()::sizeBytes).sorted().toList();
    }

    Path file(InboxId id) {
      return node.home().inbox().resolve(id + ".json");
    }
  }

  @Test
  void thoseThatAreAddedTogetherAreThereAtOnceAndTheirJournalUntilTheyAreSettled() {
    World world = new World();

    world.add(0, 5);
    assertThat(world.store.inbox().pending()).hasSize(5).containsAll(world.answered);
    assertThat(world.journals()).hasSize(1);

    assertThat(world.disk.watched()).containsExactly(world.node.home().inbox());
    world.intake.close();
    assertThat(world.disk.watched()).isEmpty();
    assertThat(world.journals()).isEmpty();
    assertThat(world.disk.unsynced()).isEmpty();
    assertThat(world.store.inbox().pending()).hasSize(5);
  }

  @Test
  void aJournalThatIsSettledIsTheNextWithoutItsFrames() {
    World world = new World();
    world.add(0, 50);
    Path first = world.journals().getFirst();
    world.intake.settle();
    world.add(50, 55);
    world.intake.settle();
    List<Long> sizes = world.sizes();
    world.answered.forEach(id -> world.node.node().disk().delete(world.file(id)));
    world.answered.clear();

    world.add(55, 58);

    assertThat(world.journals()).hasSize(2).doesNotContain(first);
    assertThat(world.sizes()).isEqualTo(sizes);
    Store after = world.afterFailure();
    assertWhole(after, world.answered);
    assertThat(after.inbox().pending()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aJournalNeverHasFramesOfAnEarlierUse(int uses) {
    World world = new World();
    NodeLock lock = world.lock();
    world.add(10, 40);
    for (int i = 1; i < uses; i++) {
      world.intake.settle();
      world.add(40 + 2 * i, 42 + 2 * i);
    }
    world.intake.settle();
    world.answered.forEach(id -> world.node.node().disk().delete(world.file(id)));

    world.add(60, 62);

    lock.close();
    assertThat(world.afterFailure().inbox().pending()).hasSize(2);
  }

  @Test
  void whatComesWhileFilesAreSyncedWaitsForNoneOfThem() {
    Queue<Runnable> meanwhile = new ArrayDeque<>();
    List<Path> written = new ArrayList<>();
    World world = new World(new BusyDisk(LocalDisk.unsynced(), meanwhile, written));
    world.add(0, 3);
    world.intake.settle();
    world.add(3, 6);
    List<Long> sizes = world.sizes();
    meanwhile.add(() -> world.add(6, 9));
    meanwhile.add(() -> world.add(9, 10));

    world.intake.settle();

    assertThat(meanwhile).isEmpty();
    assertThat(world.sizes()).hasSize(2).isEqualTo(sizes);
    assertThat(world.disk.unsynced()).hasSize(4);
    assertThat(written).as("one of them made ready").hasSize(5);
    assertWhole(world.afterFailure(), world.answered);
  }

  /** On which something happens while files are synced. */
  private record BusyDisk(Disk disk, Queue<Runnable> meanwhile, List<Path> written)
      implements ForwardingDisk {
    @Override
    public void sync(List<Path> files) {
      while (!meanwhile.isEmpty()) {
        meanwhile.remove().run();
      }
      disk.sync(files);
    }

    @Override
    public void writeAt(Path file, long place, byte[] bytes) {
      written.add(file);
      disk.writeAt(file, place, bytes);
    }
  }

  @Test
  void oneThatComesAloneIsInItsPlaceAtOnce() {
    World world = new World();

    world.add(0, 1);

    assertThat(world.journals()).isEmpty();
    assertThat(world.disk.unsynced()).isEmpty();
  }

  @Test
  void whatAPowerFailureTookOrToreComesBackForWhoeverOpensTheNode() {
    World world = new World();
    world.add(0, 40);
    world.add(40, 41);
    world.intake.settle();
    world.add(41, 80);
    Path journal = world.journals().getFirst();
    byte[] frames = world.node.node().disk().read(journal).orElseThrow();
    int end = frames.length;
    while (frames[end - 1] == 0) {
      end--;
    }
    byte[] torn = {1, 2, 3, 0, 0, 0, 7, 0, 0, 0, 9, 5};
    world.node.node().disk().writeAt(journal, end, torn);

    assertWhole(world.afterFailure(), world.answered);
    assertThat(world.journals()).isEmpty();
  }

  @Test
  void aTornEndOfTheJournalIsNoMessage() throws IOException {
    World world = new World();
    world.add(0, 2);
    Path journal = world.journals().getFirst();
    byte[] reserved = world.node.node().disk().read(journal).orElseThrow();
    byte[] whole = Arrays.copyOf(reserved, reserved.length - (1 << 20));
    String name = IntakeJournals.name(journal);
    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      assertThat(frames(name, torn)).isLessThan(2);
      torn = whole.clone();
      torn[length] ^= 1;
      assertThat(frames(name, torn)).isLessThan(2);
    }
    assertThat(frames(name, whole)).isEqualTo(2);
    assertThat(frames(name, reserved)).isEqualTo(2);
    assertThat(frames("another", whole)).isZero();
  }

  private static int frames(String name, byte[] journal) throws IOException {
    InputStream in = new ByteArrayInputStream(journal);
    int frames = 0;
    while (IntakeFrame.read(name, in).isPresent()) {
      frames++;
    }
    return frames;
  }

  @Test
  void aJournalThatIsDamagedKeepsNoOtherFromBeingRestored() {
    World world = new World();
    world.add(0, 5);
    world.answered.forEach(id -> world.node.node().disk().delete(world.file(id)));
    for (String path : List.of("../outside", "runtime/inbox/\0")) {
      String name = "-" + path.length() + "-runtime~inbox.journal";
      byte[] damaged = IntakeFrame.encode(name, List.of(new IntakeFrame(path, bytes("x"))));
      world.node.node().disk().write(world.node.home().intake().resolve(name), damaged);
    }

    Store after = world.next();

    assertWhole(after, world.answered);
    assertThat(world.journals()).hasSize(2);
    assertThatExceptionOfType(RuntimeException.class).isThrownBy(after::recover);
  }

  @Test
  void whatWasTakenAwayNeverComesBack() {
    World world = new World();
    world.add(0, 10);
    List<InboxId> ids = world.store.inbox().pending();
    world.take(ids.get(0), Inbox.remove(ids.get(0)));
    world.take(ids.get(1), Inbox.archive(ids.get(1)));
    world.take(ids.get(2), Inbox.setAside(ids.get(2)));
    world.take(ids.get(3), Inbox.setAside(ids.get(3)));
    world.store.commit(new ChangeSet().add(Inbox.takeBack(ids.get(3))));

    Store after = world.afterFailure();

    assertThat(after.inbox().pending()).containsExactlyElementsOf(ids.subList(3, 10));
    assertWhole(after, world.answered);
    assertThat(after.read(Archive.PROCESSED, ids.get(1).value())).isPresent();
    assertThat(after.read(Archive.PROCESSED, ids.get(1).value()).get().length).isGreaterThan(90);
    assertThat(after.inbox().setAside()).containsExactly(ids.get(2));
  }

  @Test
  void aNameThatIsFreeAgainIsNotUsedWhileAJournalHasIt() {
    World world = new World();
    InboxId first = named(world, "same", "same-2");
    world.take(first, Inbox.remove(first));

    assertThat(named(world, "same", "other").value()).isEqualTo("other");
    assertThat(world.afterFailure().inbox().pending()).hasSize(3);
  }

  private static InboxId named(World world, String one, String two) {
    List<Store.NewEntry> entries = new ArrayList<>();
    Iterator<String> names = List.of(one, two, "last").iterator();
    for (Inbox.Offered offered : offered(0, 2)) {
      entries.add(new Store.NewEntry(names::next, offered.bytes(), new Store.Mark("a mark", NOON)));
    }
    return new InboxId(world.intake.addAll(entries).getFirst().get().key());
  }

  @Test
  void aPersonsEditStays() {
    World world = new World();
    world.add(0, 2);
    InboxId id = world.store.inbox().pending().getFirst();
    world.disk.write(world.file(id), bytes("edited"));
    world.store.put(Inbox.WAITING, world.store.inbox().pending().getLast().value(), bytes("put"));

    Store after = world.afterFailure();

    assertThat(after.inbox().read(id).orElseThrow()).isEqualTo(bytes("edited"));
    assertThat(after.inbox().read(after.inbox().pending().getLast()).orElseThrow())
        .isEqualTo(bytes("put"));
  }

  @Test
  void theJournalOfAServerThatRunsIsItsOwn() {
    World world = new World();
    NodeLock lock = world.lock();
    world.add(0, 3);

    try (Store other = world.next()) {
      assertThat(other.recover()).isFalse();
    }
    assertThat(world.journals()).hasSize(1);

    lock.close();
    try (Store other = world.next()) {
      assertThat(other.inbox().pending()).hasSize(3);
    }
    assertThat(world.journals()).isEmpty();
  }

  @Test
  void onlyTheOwnerReadsTheJournal() throws IOException {
    World world = new World();
    world.add(0, 3);

    assertThat(Files.getPosixFilePermissions(world.journals().getFirst()))
        .isEqualTo(Files.getPosixFilePermissions(world.file(world.answered.iterator().next())));
  }

  @Test
  void aServerThatDiesAtAnyOperationBeforeOrAfterThePowerFailsLosesNothing() {
    int deaths = 0;
    for (boolean powerFails : new boolean[] {false, true}) {
      for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
        boolean died = true;
        for (int at = 0; died; at++) {
          died = dies(at, moment, powerFails);
          deaths += died ? 1 : 0;
        }
      }
    }
    assertThat(deaths).isGreaterThan(100);
  }

  private boolean dies(int at, CrashingDisk.Moment moment, boolean powerFails) {
    World world = new World(new CrashingDisk(LocalDisk.unsynced(), at, moment));
    boolean died = false;
    try {
      world.add(0, 3);
      world.add(3, 4);
      world.archive();
      world.intake.settle();
      world.add(4, 7);
      world.archive();
      world.add(7, 9);
      world.intake.close();
    } catch (SimulatedCrash e) {
      died = true;
    }
    Store after = powerFails ? world.afterFailure() : world.next();
    boolean _ = after.recover();
    assertKept(world, after);
    assertThat(after.recover()).isFalse();
    return died;
  }

  /** Each that was answered waits or is archived, whole; those that were archived do not wait. */
  private static void assertKept(World world, Store after) {
    assertWhole(after, Set.of());
    List<InboxId> waiting = after.inbox().pending();
    assertThat(waiting).noneMatch(world.archived::contains);
    for (InboxId id : world.answered) {
      boolean isArchived =
          after.read(Archive.PROCESSED, id.value()).filter(FileIntakeTest::isWhole).isPresent();
      assertThat(isArchived).isNotEqualTo(waiting.contains(id));
    }
    assertThat(world.journals()).isEmpty();
  }

  @Test
  void aDiskThatIsFullInAnyPlaceRefusesAndLosesNothing() {
    int refusals = 0;
    boolean failed = true;
    for (int at = 0; failed; at++) {
      AtomicInteger operations = new AtomicInteger();
      int here = at;
      World world = new World(new FullDisk(() -> operations.getAndIncrement() == here));
      for (int i = 0; i < 4; i++) {
        refusals +=
            (int) world.add(3 * i, 3 * i + 3).stream().filter(one -> one.value().isEmpty()).count();
        tried(world::archive);
        tried(world.intake::settle);
      }
      failed = operations.get() > at;
      operations.set(at + 1);

      Store after = world.afterFailure();
      boolean _ = after.recover();
      assertKept(world, after);
    }
    assertThat(refusals).isGreaterThan(10);
  }

  @ParameterizedTest
  @EnumSource
  void aSyncThatFailedIsNotBelievedAtTheNextTry(Next next) {
    Queue<Runnable> failing = new ArrayDeque<>();
    World world = new World(new BusyDisk(LocalDisk.unsynced(), failing, new ArrayList<>()));
    world.add(0, 40);
    failing.add(
        () -> {
          throw new DiskException("cannot sync", world.node.home().inbox(), new IOException("EIO"));
        });
    assertThatExceptionOfType(DiskException.class).isThrownBy(world.intake::settle);

    switch (next) {
      case SERVER_SETTLES -> world.intake.settle();
      case SERVER_IS_KILLED -> new FileStoreProvider().open(world.node.nodeOn(world.disk)).close();
      case READER_ARCHIVES -> world.store.inbox().pending().forEach(_ -> world.archive());
    }
    assertThat(world.disk.unsynced()).isEmpty();

    assertKept(world, world.afterFailure());
  }

  /** Tests of the time after a failed sync. */
  enum Next {
    SERVER_SETTLES,
    SERVER_IS_KILLED,
    READER_ARCHIVES
  }

  @Test
  void aDiskThatStaysFullKeepsTheJournalForTheNext() {
    World world = new World();
    world.add(0, 5);
    world.answered.forEach(id -> world.node.node().disk().delete(world.file(id)));
    FullDisk full = new FullDisk(() -> true);

    Store shown = new FileStoreProvider().open(world.node.nodeOn(full));
    assertThat(shown.inbox().pending()).isEmpty();
    assertThatExceptionOfType(DiskException.class).isThrownBy(shown::recover);
    assertThat(FileStore.cannotRestore(world.node.nodeOn(full))).isTrue();

    assertWhole(world.next(), world.answered);
    assertThat(FileStore.cannotRestore(world.node.node())).isFalse();
  }

  private static void tried(Runnable work) {
    try {
      work.run();
    } catch (DiskException e) {
      // Done by the next, or restored.
    }
  }

  @Test
  void aJournalEndsBeforeItIsTooLargeAndIsNotReadAtOnce() {
    World world = new World();
    List<Inbox.Offered> large = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] bytes = new byte[(1 << 20) - i];
      random.nextBytes(bytes);
      large.add(new Inbox.Offered(ContentHash.ofBytes(bytes), bytes, NOON));
    }
    world.store.inbox().acceptAll(large, world.intake).forEach(ItemResult::get);
    List<InboxId> ids = world.store.inbox().pending();

    assertThat(world.journals())
        .hasSize(2)
        .allMatch(journal -> world.node.node().disk().sizeBytes(journal) <= (16L << 20));
    assertThat(ids).hasSize(20);
    ids.forEach(id -> world.node.node().disk().delete(world.file(id)));
    UnreadDisk unread = new UnreadDisk(world.node.node().disk());
    boolean _ = new FileStore(world.node.nodeOn(unread)).recover();
    assertThat(world.store.inbox().pending()).isEqualTo(ids);
  }

  /** On which a journal may not be read at once. */
  private record UnreadDisk(Disk disk) implements ForwardingDisk {
    @Override
    public Optional<byte[]> read(Path file) {
      assertThat(file.toString()).doesNotEndWith(".journal");
      return disk.read(file);
    }
  }

  @Test
  void serversReadersAndSettlingAtOnceLoseAndRepeatNothing() throws Exception {
    World world = new World();
    Set<InboxId> taken = new HashSet<>();
    AtomicInteger done = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<?> settling =
          threads.submit(
              () -> {
                while (done.get() == 0) {
                  world.intake.settle();
                }
              });
      Future<?> reading =
          threads.submit(
              () -> {
                FileStore reader = new FileStore(world.node.nodeOn(world.disk));
                while (done.get() == 0) {
                  List<InboxId> some = reader.inbox().pending().stream().limit(7).toList();
                  ChangeSet changes = new ChangeSet();
                  some.forEach(id -> changes.add(Inbox.archive(id)));
                  reader.commit(changes);
                  taken.addAll(some);
                }
              });
      for (int i = 0; i < 60; i++) {
        world.add(10 * i, 10 * i + 10);
      }
      done.set(1);
      Object _ = settling.get();
      Object _ = reading.get();
    }
    world.add(600, 620);
    Store after = world.afterFailure();

    assertThat(after.inbox().pending()).noneMatch(taken::contains);
    Set<InboxId> waiting = new HashSet<>(world.answered);
    waiting.removeAll(taken);
    assertWhole(after, waiting);
    assertThat(taken)
        .allSatisfy(
            id ->
                assertThat(after.read(Archive.PROCESSED, id.value()))
                    .get()
                    .matches(FileIntakeTest::isWhole));
  }

  /** On which an operation that writes fails. */
  private record FullDisk(Disk disk, BooleanSupplier full) implements ForwardingDisk {
    FullDisk(BooleanSupplier full) {
      this(LocalDisk.unsynced(), full);
    }

    private void check(Path file) {
      if (full.getAsBoolean()) {
        throw new DiskException("cannot write", file, new IOException("No space left on device"));
      }
    }

    @Override
    public boolean create(Path file, ContentWriter content) {
      check(file);
      return disk.create(file, content);
    }

    @Override
    public void write(Path file, byte[] bytes) {
      check(file);
      disk.write(file, bytes);
    }

    @Override
    public void append(Path file, byte[] bytes) {
      half(file, bytes, some -> disk.append(file, some));
    }

    @Override
    public void writeAt(Path file, long place, byte[] bytes) {
      half(file, bytes, some -> disk.writeAt(file, place, some));
    }

    private void half(Path file, byte[] bytes, Consumer<byte[]> writing) {
      try {
        check(file);
      } catch (DiskException e) {
        writing.accept(Arrays.copyOf(bytes, bytes.length / 2));
        throw e;
      }
      writing.accept(bytes);
    }

    @Override
    public void move(Path from, Path to) {
      check(to);
      disk.move(from, to);
    }

    @Override
    public void sync(List<Path> files) {
      check(files.getFirst());
      disk.sync(files);
    }

    @Override
    public void delete(Path file) {
      check(file);
      disk.delete(file);
    }
  }

  private static void assertWhole(Store store, Set<InboxId> ids) {
    assertThat(store.inbox().pending()).containsAll(ids);
    for (InboxId id : store.inbox().pending()) {
      assertThat(store.inbox().read(id)).get().matches(FileIntakeTest::isWhole);
    }
  }

  private static boolean isWhole(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).matches("envelope [0-9]+ x{100}\\.");
  }

  private static List<Inbox.Offered> offered(int from, int to) {
    List<Inbox.Offered> offered = new ArrayList<>();
    IntStream.range(from, to)
        .forEach(
            i -> {
              byte[] one = bytes("envelope " + i + " " + "x".repeat(100) + ".");
              offered.add(new Inbox.Offered(ContentHash.ofBytes(one), one, NOON.plusMillis(i)));
            });
    return offered;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
