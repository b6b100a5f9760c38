import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Consensus;
import org.sovereignbook.sbp.society.reputation.Consensus.Review;
import org.sovereignbook.sbp.society.reputation.Consensus.Weighed;
import org.sovereignbook.sbp.society.reputation.Dimension;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.PastReview;
import org.sovereignbook.sbp.society.reputation.ReviewHistory;

/**
 * Attacks on reviews, in a simulated world of ten agents that work and review each other. Prints by
 * how many points the verdict on bad work moves against the same draws reviewed honestly, beside
 * the seed's formula and a plain mean.
 */
final class Gaming {
  private static final int AGENTS = 10;
  private static final int TASKS = 240;
  private static final int FIRST = 40;
  private static final int ACCEPTED = 60;
  private static final int FIRST_SEED = Integer.getInteger("first", 1000);

  private static final Map<String, World> HONEST = new HashMap<>();

  private enum Scheme {
    MEAN,
    SEED,
    OURS
  }

  /** Behaviour of colluders towards the work of each other and of others. */
  private enum Attack {
    HUNDRED(35),
    STAY_84(45),
    BRIDGE(35),
    SLEEPER(35),
    ALWAYS_90(35),
    SOFT(50),
    ALWAYS_FAIL(35),
    NONE(35);

    private final double quality;

    Attack(double quality) {
      this.quality = quality;
    }

    double score(double honest, int reviewer, int target, int colluders, int task) {
      boolean friend = target < colluders;
      return switch (this) {
        case HUNDRED -> friend ? 100 : honest;
        case STAY_84 -> friend ? 84 : honest;
        case BRIDGE -> target == (reviewer + 1) % colluders ? 100 : honest;
        case SLEEPER -> friend && task >= TASKS / 2 ? 100 : honest;
        case ALWAYS_90 -> 90;
        case SOFT -> friend ? honest + 14 : honest;
        case ALWAYS_FAIL -> friend ? honest : 10;
        case NONE -> honest;
      };
    }
  }

  /** Outcome of one world. */
  private static final class World implements ReviewHistory {
    final Map<String, List<PastReview>> past = new HashMap<>();
    final Map<String, AgentStanding> standings = new HashMap<>();
    final Map<String, List<Double>> verdicts = new HashMap<>();
    final List<Double> badVerdicts = new ArrayList<>();
    final List<Integer> badTasks = new ArrayList<>();
    final int[] found = new int[AGENTS];
    double honestLow;
    double honestAttempts;
    double reviewCount;

    @Override
    public List<PastReview> by(String reviewer) {
      List<PastReview> all = past.getOrDefault(reviewer, List.of());
      List<PastReview> newest =
          new ArrayList<>(all.subList(Math.max(0, all.size() - LATEST), all.size()));
      Collections.reverse(newest);
      return newest;
    }

    @Override
    public double reputation(String agent) {
      return standings.getOrDefault(agent, AgentStanding.START).scores().composite();
    }
  }

  public static void main(String[] arguments) {
    int seeds = arguments.length == 0 ? 100 : Integer.parseInt(arguments[0]);
    System.out.printf(
        "%d seeds from %d, %d tasks; shift of the verdict on bad work: late mean (p95) / first"
            + " %d%n",
        seeds, FIRST_SEED, TASKS, FIRST);
    for (int colluders : ints("colluders", "3,4,5")) {
      for (int panel : ints("panel", "3,5,9")) {
        HONEST.clear();
        for (Attack attack : Attack.values()) {
          System.out.printf("%d of 10, k %d, %-11s", colluders, panel, attack);
          for (Scheme scheme :
              Boolean.getBoolean("ours") ? List.of(Scheme.OURS) : List.of(Scheme.values())) {
            System.out.print(
                "  " + scheme + " " + measured(attack, scheme, panel, colluders, seeds));
          }
          System.out.println();
        }
      }
    }
  }

  private static String measured(
      Attack attack, Scheme scheme, int panel, int colluders, int seeds) {
    List<Double> late = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    double low = 0;
    double attempts = 0;
    double reviews = 0;
    List<Double> foundAfter = new ArrayList<>();
    for (int seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
      int of = seed;
      World honest =
          HONEST.computeIfAbsent(
              "%s %s %d %d %d".formatted(attack.quality, scheme, panel, colluders, seed),
              _ -> run(Attack.NONE, attack.quality, scheme, panel, colluders, of));
      World attacked = run(attack, attack.quality, scheme, panel, colluders, seed);
      List<Double> lateOfSeed = new ArrayList<>();
      for (int i = 0; i < attacked.badVerdicts.size(); i++) {
        double shift = attacked.badVerdicts.get(i) - honest.badVerdicts.get(i);
        if (attacked.badTasks.get(i) < FIRST) {
          first.add(shift);
        } else if (attacked.badTasks.get(i) >= TASKS / 2) {
          lateOfSeed.add(shift);
        }
      }
      late.add(mean(lateOfSeed));
      low += attacked.honestLow;
      attempts += attacked.honestAttempts;
      reviews += attacked.reviewCount;
      for (int agent = 0; agent < colluders; agent++) {
        if (attacked.found[agent] > 0) {
          foundAfter.add((double) attacked.found[agent]);
        }
      }
    }
    return "%.1f (%.1f) / %.1f, honest low %.2f%%, found after %.0f, %.1f reviews"
        .formatted(
            mean(late),
            percentile(late, 0.95),
            mean(first),
            100 * low / attempts,
            mean(foundAfter),
            reviews / seeds / TASKS);
  }

  private static World run(
      Attack attack, double badQuality, Scheme scheme, int panel, int colluders, int seed) {
    World world = new World();
    Random random = new Random(seed);
    double[] bias = new double[AGENTS];
    Arrays.setAll(bias, i -> random.nextGaussian() * 5);
    int[] attempts = new int[AGENTS];
    for (int task = 0; task < TASKS; task++) {
      int worker = random.nextInt(AGENTS);
      double usual = worker < colluders ? badQuality : 78;
      double quality = usual + random.nextGaussian() * 8;
      List<Integer> others = new ArrayList<>();
      for (int i = 0; i < AGENTS; i++) {
        if (i != worker) {
          others.add(i);
        }
      }
      Collections.shuffle(others, random);
      double[] honest = new double[AGENTS];
      Arrays.setAll(honest, i -> quality + bias[i] + random.nextGaussian() * 7);
      int size = panel;
      Consensus consensus = null;
      while (true) {
        List<Review> reviews = new ArrayList<>();
        for (int reviewer : others.subList(0, size)) {
          double score =
              reviewer < colluders
                  ? attack.score(honest[reviewer], reviewer, worker, colluders, task)
                  : honest[reviewer];
          reviews.add(new Review(name(reviewer), Math.clamp(Math.round(score), 0, 100)));
        }
        consensus = Consensus.of(world, name(worker), reviews);
        int more =
            scheme == Scheme.OURS && size < panel + 2 ? consensus.reviewersAfter(size) : size;
        if (more == size) {
          break;
        }
        size = more;
      }
      world.reviewCount += size;
      double verdict = verdict(scheme, consensus);
      if (worker < colluders) {
        world.badVerdicts.add(verdict);
        world.badTasks.add(task);
      } else {
        world.honestAttempts++;
      }
      settle(world, name(worker), verdict, consensus);
      attempts[worker]++;
      AgentStanding standing = world.standings.get(name(worker));
      if (worker >= colluders && standing.scores().composite() < ACCEPTED) {
        world.honestLow++;
      }
      if (standing.state() == AgentStanding.State.EVOLVE && world.found[worker] == 0) {
        world.found[worker] = attempts[worker];
      }
    }
    return world;
  }

  private static double verdict(Scheme scheme, Consensus consensus) {
    return switch (scheme) {
      case OURS -> consensus.verdict();
      case MEAN ->
          consensus.reviews().stream()
              .mapToDouble(each -> each.review().score())
              .average()
              .orElse(0);
      case SEED -> seedVerdict(consensus);
    };
  }

  /** Returns the verdict by the formula of AGENT-STACK §8 alone. */
  private static double seedVerdict(Consensus consensus) {
    double sum = 0;
    double total = 0;
    for (Weighed each : consensus.reviews()) {
      double weight =
          each.factors().reputation() * each.factors().mutual() * each.factors().deviation();
      sum += weight * each.review().score();
      total += weight;
    }
    return sum / total;
  }

  private static void settle(World world, String worker, double verdict, Consensus consensus) {
    List<Double> verdicts = world.verdicts.computeIfAbsent(worker, name -> new ArrayList<>());
    verdicts.add(verdict);
    EndedAttempt.Ending ending =
        verdict >= ACCEPTED ? EndedAttempt.Ending.ACCEPTED : EndedAttempt.Ending.REJECTED;
    Map<Dimension, Double> signals =
        new EndedAttempt(ending, OptionalDouble.of(verdict), verdicts).signals();
    world.standings.merge(
        worker, AgentStanding.START.after(signals), (old, fresh) -> old.after(signals));
    for (Weighed each : consensus.reviews()) {
      String reviewer = each.review().reviewer();
      world
          .past
          .computeIfAbsent(reviewer, name -> new ArrayList<>())
          .add(
              new PastReview(
                  reviewer, worker, each.review().score(), each.others(), OptionalDouble.empty()));
      double accuracy = 100 - Math.abs(each.review().score() - each.others().orElse(verdict));
      world.standings.merge(
          reviewer,
          AgentStanding.START.withSignal(Dimension.REVIEW_ACCURACY, accuracy),
          (old, fresh) -> old.withSignal(Dimension.REVIEW_ACCURACY, accuracy));
    }
  }

  private static int[] ints(String property, String usual) {
    return Arrays.stream(System.getProperty(property, usual).split(","))
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  private static String name(int agent) {
    return "agent-" + agent;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private static double percentile(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty()
        ? 0
        : sorted.get(Math.min(sorted.size() - 1, (int) (share * sorted.size())));
  }
}
