import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.FloodResult;
import org.sovereignbook.sbp.testkit.hostile.FloodSender;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.Lies;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;
import org.sovereignbook.sbp.testkit.hostile.SilentConnections;
import org.sovereignbook.sbp.testkit.hostile.Tarpit;

/**
 * The other machine of {@code scripts/bench attack}: prepares one attack, then attacks between the
 * lines {@code go} and {@code stop} of its standard input.
 */
class Attacker {
  private static final long SEED = 9;
  private static final int ADDRESSES = 4;
  private static final int CONNECTIONS = 32;

  private final FloodSender sender;
  private final AtomicBoolean attacks = new AtomicBoolean();

  Attacker(LoopbackTarget target) {
    sender =
        FloodSender.to(target)
            .connections(CONNECTIONS)
            .fromAddresses(ADDRESSES)
            .waiting(Duration.ofSeconds(20));
  }

  public static void main(String[] arguments) throws Exception {
    LoopbackTarget target =
        new LoopbackTarget(Endpoint.parse(arguments[0]), PublicKey.parse(arguments[1]));
    Attacker attacker = new Attacker(target);
    Runnable attack = attacker.attack(Integer.parseInt(arguments[2]));
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Thread running = Thread.currentThread();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("go")) {
        attacker.attacks.set(true);
        running = Thread.ofPlatform().start(attack);
      } else {
        attacker.attacks.set(false);
        running.join();
        System.out.println("stopped");
      }
    }
  }

  private Runnable attack(int number) {
    LoopbackTarget target = sender.target();
    Timestamp now = new Timestamp(InstantSource.system().instant());
    List<HostilePeer> many = HostilePeer.several(SEED, 500, Tarpit.NOBODY);
    Flood.Source one = Flood.by(many.subList(0, 1), target.key(), now);
    Flood.Source all = Flood.by(many, target.key(), now);
    return switch (number) {
      case 1 -> flood(one.directs(400, 32_000));
      case 2 -> flood(all.directs(2_000, 32_000));
      case 3 -> flood(all.announces(4_000));
      case 4 -> silent(target, 2_048, new byte[0]);
      case 5 -> flood(thefts(target, now));
      case 6 -> flood(all.endorsements(400, 250_000));
      case 7 -> flood(all.acks(10_000));
      case 8 -> silent(target, 1_000, stalled());
      case 9 -> flood(all.directs(10_000, 50));
      default -> throw new IllegalArgumentException("no attack " + number);
    };
  }

  /** The same envelopes again and again: those that were taken before are replays then. */
  private Runnable flood(Flood made) {
    List<byte[]> signed = IntStream.range(0, made.size()).mapToObj(made::envelope).toList();
    return () -> {
      FloodResult answers = new FloodResult(new java.util.TreeMap<>());
      for (int from = 0; attacks.get(); from = (from + 50) % signed.size()) {
        answers =
            answers.and(
                sender.send(Flood.of(signed.subList(from, Math.min(from + 50, signed.size())))));
      }
      System.err.println(answers.answers());
    };
  }

  private static Flood thefts(LoopbackTarget target, Timestamp now) {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      HostilePeer owner = HostilePeer.of(SEED, 10_000 + i, Tarpit.NOBODY);
      HostilePeer thief = HostilePeer.of(SEED, 20_000 + i, Tarpit.NOBODY);
      for (JsonObject stolen : new Lies(thief, target.key(), now).stolen(owner)) {
        all.add(HostilePeer.bytes(stolen));
      }
    }
    return Flood.of(all);
  }

  private Runnable silent(LoopbackTarget target, int count, byte[] said) {
    return () -> {
      while (attacks.get()) {
        try (SilentConnections silent =
            SilentConnections.open(target, count, LoopbackTarget.addresses(0, 1), said)) {
          while (attacks.get() && silent.stillOpen() > count / 2) {
            Thread.sleep(100);
          }
        } catch (InterruptedException e) {
          return;
        }
      }
    };
  }

  private static byte[] stalled() {
    return ("POST /message HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
            + "Content-Length: 262000\r\n\r\n{\"a\":\""
            + "x".repeat(30_000))
        .getBytes(StandardCharsets.US_ASCII);
  }
}
