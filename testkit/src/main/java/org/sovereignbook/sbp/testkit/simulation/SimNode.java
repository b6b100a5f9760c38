package org.sovereignbook.sbp.testkit.simulation;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.LlmStatus;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.runtime.scheduler.TickResult;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testkit.attack.InProcessRunner;

/**
 * One machine with a node: the production server's handlers and the production scheduler with its
 * steps, on a disk in memory and a clock of its own. Its processes die together.
 */
final class SimNode implements Wire.Host, Judge.Machine {
  private static final Duration NOTICED = Duration.ofMinutes(9);

  /** Hashes of the trail of decisions, which says how long each took by the real clock. */
  private static final String MEASURED = "audit-ends.txt";

  private static final int MAX_INBOX = 300;
  private static final int MANY_FOLLOWERS = 1_000;

  private final World world;
  private final int index;
  private final Path root;
  private final Dice dice;
  private final SecureRandom random;
  private final MemoryDisk disk;
  private final SimClock clock = new SimClock();
  private final InetSocketAddress address;
  private Endpoint endpoint;
  private Duration skew = Duration.ZERO;
  private Optional<SimServer> server = Optional.empty();
  private int process;
  private boolean isUp;
  private boolean isStepping;
  private boolean isRestored;
  private Optional<MemoryDisk.Copy> backup = Optional.empty();
  private final Optional<SimSociety> society;

  /** The machine's clock, which may be wrong. */
  private final class SimClock implements InstantSource, Polling.Pauses {
    @Override
    public Instant instant() {
      return world.fibers().now().plus(skew);
    }

    @Override
    public void pause(Duration time) {
      world.fibers().pause(time);
    }
  }

  SimNode(World world, int index, Path root, Dice dice) {
    this.world = world;
    this.index = index;
    this.root = root;
    this.dice = dice;
    this.random = dice.secure();
    this.disk = new MemoryDisk(root, clock, dice.split(), new Changes());
    this.address = addressOf(index);
    this.endpoint =
        Endpoint.parse("https://n" + index + ".example" + (index % 3 == 0 ? "/sbp" : ""));
    this.society = index % 3 != 2 ? Optional.of(new SimSociety(this, disk)) : Optional.empty();
  }

  static InetSocketAddress addressOf(int index) {
    try {
      byte[] ip = {10, 1, (byte) (index / 200), (byte) (1 + index % 200)};
      return new InetSocketAddress(InetAddress.getByAddress(ip), 4000);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Changes implements MemoryDisk.Watch {
    @Override
    public void changing(String operation, String file, byte[] bytes) {
      String what = file.endsWith(MEASURED) ? "" : " " + Trace.of(bytes, place());
      world.trace(index + " " + operation + " " + file + what);
    }

    @Override
    public void gone(String file) {
      world.trace(index + " gone " + file);
    }
  }

  // What others see.

  @Override
  public int index() {
    return index;
  }

  String place() {
    return root.toString();
  }

  InetSocketAddress address() {
    return address;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public Map<String, byte[]> below(String folder) {
    return disk.below(folder);
  }

  @Override
  public Optional<byte[]> file(String name) {
    return disk.bytes(name);
  }

  @Override
  public Instant clock() {
    return clock.instant();
  }

  @Override
  public boolean isRestored() {
    return isRestored;
  }

  @Override
  public boolean isFaulty() {
    return disk.isFull() || disk.isDead() || !isUp;
  }

  @Override
  public boolean isUp() {
    return isUp && server.isPresent();
  }

  Optional<SimSociety> society() {
    return society;
  }

  @Override
  public List<Map<String, String>> rows(String query) {
    return society.map(it -> it.rows(query)).orElseGet(List::of);
  }

  @Override
  public List<byte[]> databases() {
    return society.map(SimSociety::files).orElseGet(List::of);
  }

  /** Returns the rows of the peer table as they are now. */
  List<Peer> peers() {
    return isUp() ? TestNode.FILES.open(node()).peers().peers() : List.of();
  }

  /** Returns the trust that the node gives a peer now. */
  Optional<TrustState> trust(PublicKey peer) {
    return Optional.of(
        TestNode.FILES
            .open(node())
            .peers()
            .find(peer)
            .map(Peer::decidedTrust)
            .orElse(TrustState.UNKNOWN));
  }

  boolean isStepping() {
    return isStepping;
  }

  MemoryDisk disk() {
    return disk;
  }

  /**
   * Returns whether the clock is ahead by so much that an identity signed now would stop the node
   * once the clock is right.
   */
  boolean isAhead() {
    return skew.compareTo(NOTICED) > 0;
  }

  void skew(Duration by) {
    skew = by;
  }

  void setFull(boolean full) {
    disk.setFull(full);
  }

  /** Answers at another endpoint from now on. */
  void moveTo(Endpoint next) {
    world.wire().leave(endpoint);
    endpoint = next;
    world.wire().listen(endpoint, this);
  }

  // Life.

  /** Makes the node's files and starts its server. */
  void make() {
    Node node = node();
    KeyPair keys = KeyPair.generate(random);
    KeyPair next = KeyPair.generate(random);
    KeyFile.save(disk, node.home().keypair(), keys, node.now());
    KeyFile.save(disk, node.home().nextKeypair(), next, node.now());
    node.writeJson(
        node.home().identity(),
        IdentityDocument.create(
                keys,
                new IdentityDocument.Claims(
                    "n" + index, endpoint, Optional.empty(), Optional.of(next.publicKey())),
                node.now())
            .json());
    node.writeText(node.home().peers(), FileStore.emptyPeers());
    node.writeText(node.home().ethos(), "# Ethos\n\n## Interests\n\ntrust and networks\n");
    node.writeJson(node.home().schedulerConfig(), config(index % 4 == 1 ? 1 : MANY_FOLLOWERS));
    society.ifPresent(SimSociety::make);
    world.wire().listen(endpoint, this);
    start();
  }

  /** Some nodes have a seat for few followers, so that subscriptions are turned down. */
  private static JsonObject config(int followers) {
    JsonObject network =
        JsonObject.builder()
            .put("allow_private_endpoints", true)
            .put("max_subscribers", followers)
            .build();
    return JsonObject.builder()
        .put("network_config", network)
        .put("server", JsonObject.builder().put("inbox_files", MAX_INBOX).build())
        .build();
  }

  /** Starts the machine and its server, in a fiber. */
  void start() {
    process++;
    isUp = true;
    isStepping = false;
    disk.startAgain();
    inProcess(
        () -> {
          try {
            server = Optional.of(new SimServer(world, this, disk));
            world.trace(index + " serves");
          } catch (DiskException | NodeException e) {
            world.trace(index + " cannot serve: " + e);
            later(Duration.ofMinutes(5), this::restart);
          }
        });
  }

  private void restart() {
    if (server.isEmpty() && !disk.isDead()) {
      start();
    }
  }

  /** Does something later, unless the machine has died by then. */
  void later(Duration time, Runnable work) {
    int mine = process;
    world
        .fibers()
        .after(
            time,
            () -> {
              if (process == mine && isUp) {
                work.run();
              }
            });
  }

  /** Runs something in a fiber of this machine, with which it dies. */
  void inProcess(Runnable work) {
    inProcess(work, () -> {});
  }

  /**
   * Works like the other method.
   *
   * @param end is done at the end, even if the machine died before it began
   */
  void inProcess(Runnable work, Runnable end) {
    int mine = process;
    world
        .fibers()
        .start(
            () -> process == mine,
            () -> {
              try {
                work.run();
              } finally {
                noteDeath(mine);
              }
            },
            end);
  }

  /** Returns the number of the machine's present run, which a crash ends. */
  int process() {
    return process;
  }

  private void noteDeath(int mine) {
    if (disk.isDead() && process == mine) {
      crashed();
    }
  }

  private void crashed() {
    process++;
    isUp = false;
    world.fault(FaultKind.CRASH, Integer.toString(index));
    world.judge().crashed(this);
    world
        .fibers()
        .after(
            Duration.ZERO,
            () -> {
              world.fibers().endDead();
              server.ifPresent(SimServer::free);
              server = Optional.empty();
              society.ifPresent(SimSociety::close);
            });
    world.fibers().after(dice.between(Duration.ofMinutes(1), Duration.ofHours(3)), this::start);
  }

  /** Copies the disk, as an operator's backup does. */
  void backUp() {
    if (isUp() && !isStepping) {
      backup = Optional.of(disk.copy());
      society.ifPresent(SimSociety::backUp);
    }
  }

  /** Loses the disk and starts from the last backup. */
  void loseDisk() {
    if (isUp && backup.isPresent()) {
      disk.die();
      crashed();
      disk.restore(backup.get());
      society.ifPresent(SimSociety::restore);
      isRestored = true;
      world.fault(FaultKind.OLD_BACKUP, Integer.toString(index));
      world.judge().restored(this);
      world.histories().restored(index);
    }
  }

  /** Returns the node for one process. */
  Node node() {
    return new Node(new NodeHome(root), disk, clock, random);
  }

  @Override
  public Wire.Response answer(Wire.Request request) {
    return server.map(it -> it.answer(request)).orElseGet(Wire.Response::none);
  }

  // The scheduler.

  /** Runs one tick of the scheduler, if the machine is up. */
  void tick() {
    if (isUp() && !isStepping) {
      isStepping = true;
      inProcess(
          () -> {
            try {
              server.orElseThrow().save();
              runTick(node());
            } finally {
              isStepping = false;
            }
          });
    }
  }

  private void runTick(Node node) {
    try {
      TickResult result =
          new Tick(
                  node,
                  TestNode.FILES,
                  Optional.of("sbp"),
                  command -> run(node, command),
                  _ -> false,
                  _ -> {})
              .run();
      world.trace(index + " tick " + result.runs().size());
      world.judge().ticked(this, () -> saysAllIsWell(node));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (RuntimeException e) {
      world.judge().stepFailed(this, "tick", e);
    }
  }

  private static boolean saysAllIsWell(Node node) {
    LlmStatus models = LlmStatus.of(node, _ -> false);
    return Health.of(node, TestNode.FILES.open(node), models).state() == Health.State.OK;
  }

  private CommandRunner.CommandResult run(Node node, CommandRunner.Command command)
      throws InterruptedException {
    try {
      CommandRunner.CommandResult result =
          new InProcessRunner(
                  node,
                  TestNode.FILES,
                  new BuiltinBackend(),
                  () -> society.map(it -> it.lent(node)),
                  context -> context.calling(world.wire().of(this)))
              .run(command);
      int exit = result.exitCode().orElse(-1);
      world.judge().stepEnded(this, command.line(), exit);
      world.count("steps");
      return result;
    } catch (RuntimeException e) {
      world.judge().stepFailed(this, command.line(), e);
      return new CommandRunner.CommandResult.Exited(1, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Lets the operator change something between two steps, in a fiber; nothing while a step runs.
   */
  void operate(String what, Consumer<Store> work) {
    if (!isUp() || isStepping) {
      return;
    }
    isStepping = true;
    inProcess(
        () -> {
          world.trace(index + " operator " + what);
          try (ExclusiveStore held =
              ExclusiveStore.openBetweenSteps(node(), TestNode.FILES, "operator")) {
            work.accept(held.store());
          } catch (NodeBusyException | DiskException e) {
            world.trace(index + " operator could not");
          } catch (RuntimeException e) {
            world.judge().stepFailed(this, "operator " + what, e);
          } finally {
            isStepping = false;
          }
        });
  }

  /** Runs a command beside steps, in a fiber. */
  void command(String what, Runnable work) {
    if (isUp()) {
      inProcess(
          () -> {
            world.trace(index + " command " + what);
            try {
              work.run();
            } catch (RuntimeException e) {
              world.judge().stepFailed(this, "command " + what, e);
            }
          });
    }
  }

  /** Edits a file as a person does, with no lock. */
  void edit(Path file, String from, String to) {
    if (isUp() && !disk.isFull()) {
      inProcess(
          () -> {
            String text = new String(disk.read(file).orElseThrow(), StandardCharsets.UTF_8);
            disk.write(file, text.replace(from, to).getBytes(StandardCharsets.UTF_8));
          });
    }
  }
}
