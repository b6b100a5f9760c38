import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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
 * the seed's formula and a plain mean, and whether each gate is passed. Each measured cell is a
 * line of a file; a run leaves out the cells that the file has.
 */
final class Gaming {
  private static final int AGENTS = 10;
  private static final int TASKS = 240;
  private static final int FIRST = 40;
  private static final int ACCEPTED = 60;

  /** The constants were fixed on the seeds from 1000; these are fresh. */
  private static final int FIRST_SEED = Integer.getInteger("first", 70_000);

  private static final int RESAMPLES = 1000;
  private static final int CLEAR_SIGHTED = 2;
  private static final double FLAWED_SHARE = 0.3;
  private static final double FLAW_POINTS = 20;

  /** Less than 1 for gates that cannot hold, to see that the run fails then. */
  private static final double STRICTNESS = Double.parseDouble(System.getProperty("gates", "1"));

  private enum Scheme {
    OURS,
    SEED,
    MEAN
  }

  /** Behaviour of colluders towards the work of each other and of others. */
  private enum Attack {
    NONE(35),
    HUNDRED(35),
    STAY_84(45),
    BRIDGE(35),
    SLEEPER(35),
    ALWAYS_90(35),
    SOFT(50),
    ALWAYS_FAIL(35);

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

  /** Verdict in one world. */
  private record Verdict(int task, int worker, double points) {}

  /** Outcome of one world. */
  private static final class World implements ReviewHistory {
    /** Newest first. */
    final Map<String, List<PastReview>> past = new HashMap<>();

    final Map<String, AgentStanding> standings = new HashMap<>();
    final Map<String, List<Double>> own = new HashMap<>();
    final List<Verdict> verdicts = new ArrayList<>();
    final Map<Integer, Integer> foundAfter = new HashMap<>();
    final Set<Integer> honestOnceLow = new HashSet<>();
    int honestLow;
    int honestAttempts;
    int reviews;

    @Override
    public List<PastReview> by(String reviewer) {
      return past.getOrDefault(reviewer, List.of());
    }

    @Override
    public double reputation(String agent) {
      return standings.getOrDefault(agent, AgentStanding.START).scores().composite();
    }

    void remember(PastReview review) {
      List<PastReview> all = past.computeIfAbsent(review.reviewer(), _ -> new ArrayList<>());
      all.addFirst(review);
      if (all.size() > LATEST) {
        all.removeLast();
      }
    }

    void settle(String worker, double verdict) {
      List<Double> verdicts = own.computeIfAbsent(worker, _ -> new ArrayList<>());
      verdicts.add(verdict);
      EndedAttempt.Ending ending =
          verdict >= ACCEPTED ? EndedAttempt.Ending.ACCEPTED : EndedAttempt.Ending.REJECTED;
      Map<Dimension, Double> signals =
          new EndedAttempt(ending, OptionalDouble.of(verdict), verdicts).signals();
      standings.merge(worker, AgentStanding.START.after(signals), (old, _) -> old.after(signals));
    }

    void compare(String reviewer, double accuracy) {
      standings.merge(
          reviewer,
          AgentStanding.START.withSignal(Dimension.REVIEW_ACCURACY, accuracy),
          (old, _) -> old.withSignal(Dimension.REVIEW_ACCURACY, accuracy));
    }
  }

  /** Number with the interval that has it in 95 of 100 resamples of the seeds. */
  private record Measured(double value, double low, double high) {
    static Measured of(List<Double> bySeed, ToDoubleFunction<List<Double>> statistic) {
      Random random = new Random(1);
      List<Double> resampled = new ArrayList<>();
      for (int i = 0; i < RESAMPLES && !bySeed.isEmpty(); i++) {
        resampled.add(
            statistic.applyAsDouble(
                bySeed.stream().map(_ -> bySeed.get(random.nextInt(bySeed.size()))).toList()));
      }
      return new Measured(
          statistic.applyAsDouble(bySeed), share(resampled, 0.025), share(resampled, 0.975));
    }
  }

  /** Cell of the table: one attack by so many of ten, one scheme, one size of the panel. */
  private record Cell(Scheme scheme, int colluders, int panel, Attack attack) {
    String key() {
      return "%s %d %d %s".formatted(scheme, colluders, panel, attack);
    }
  }

  public static void main(String[] arguments) throws IOException {
    int seeds = arguments.length == 0 ? 10 : Integer.parseInt(arguments[0]);
    Path file = arguments.length < 2 ? null : Path.of(arguments[1]);
    Map<String, Map<String, Double>> known = new LinkedHashMap<>();
    if (file != null && Files.exists(file)) {
      Files.readAllLines(file).forEach(line -> read(line, known));
    }
    System.out.printf(
        "%d seeds from %d, %d tasks; shifts of the verdict in points, with 95 %% intervals%n",
        seeds, FIRST_SEED, TASKS);
    for (boolean isVerified : new boolean[] {false, true}) {
      for (int panel : ints("panel", "5,3,9")) {
        String key = "MINORITY %d %s".formatted(panel, isVerified ? "10% verified" : "unverified");
        add(key, known, file, () -> minority(panel, isVerified, seeds));
      }
    }
    for (Scheme scheme : Scheme.values()) {
      for (int colluders : ints("colluders", "3,5,4")) {
        for (int panel : ints("panel", "5,3,9")) {
          Map<String, World> honest = new HashMap<>();
          for (Attack attack : Attack.values()) {
            Cell cell = new Cell(scheme, colluders, panel, attack);
            add(cell.key(), known, file, () -> measured(cell, seeds, honest));
          }
        }
      }
    }
    if (!gates(known)) {
      System.out.println("THE GATES ARE NOT PASSED");
      System.exit(1);
    }
  }

  private interface Measuring {
    Map<String, Double> run();
  }

  private static void add(
      String key, Map<String, Map<String, Double>> known, Path file, Measuring measuring)
      throws IOException {
    if (!known.containsKey(key)) {
      String line = key + "\t" + measuring.run();
      read(line, known);
      if (file != null) {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
    System.out.println(key + "\t" + known.get(key));
  }

  private static void read(String line, Map<String, Map<String, Double>> known) {
    List<String> parts = List.of(line.split("\t", -1));
    Map<String, Double> values = new LinkedHashMap<>();
    for (String each : parts.get(1).replaceAll("[{}]", "").split(", ")) {
      int equals = each.indexOf('=');
      values.put(each.substring(0, equals), Double.valueOf(each.substring(equals + 1)));
    }
    known.put(parts.get(0), values);
  }

  private static Map<String, Double> measured(Cell cell, int seeds, Map<String, World> honests) {
    List<Double> late = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> onHonest = new ArrayList<>();
    List<Double> single = new ArrayList<>();
    List<Double> low = new ArrayList<>();
    List<Double> once = new ArrayList<>();
    List<Double> found = new ArrayList<>();
    double reviews = 0;
    for (int seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
      int of = seed;
      World honest =
          honests.computeIfAbsent(
              cell.attack().quality + " " + seed, _ -> run(cell, Attack.NONE, of));
      World attacked = cell.attack() == Attack.NONE ? honest : run(cell, cell.attack(), seed);
      List<Double> lateShifts = new ArrayList<>();
      List<Double> firstShifts = new ArrayList<>();
      List<Double> honestShifts = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        Verdict verdict = attacked.verdicts.get(i);
        double shift = verdict.points() - honest.verdicts.get(i).points();
        if (verdict.worker() >= cell.colluders()) {
          honestShifts.add(shift);
        } else if (verdict.task() < FIRST) {
          firstShifts.add(shift);
        } else if (verdict.task() >= TASKS / 2) {
          lateShifts.add(shift);
        }
      }
      late.add(mean(lateShifts));
      single.addAll(lateShifts);
      if (!firstShifts.isEmpty()) {
        first.add(mean(firstShifts));
      }
      onHonest.add(mean(honestShifts));
      low.add(100.0 * attacked.honestLow / attacked.honestAttempts);
      once.add(100.0 * attacked.honestOnceLow.size() / (AGENTS - cell.colluders()));
      attacked.foundAfter.values().forEach(after -> found.add((double) after));
      reviews += attacked.reviews;
    }
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "late", Measured.of(late, Gaming::mean));
    put(values, "late_p95", Measured.of(late, all -> share(all, 0.95)));
    put(values, "first", Measured.of(first, Gaming::mean));
    values.put("single_p95", rounded(share(single, 0.95)));
    put(values, "on_honest", Measured.of(onHonest, Gaming::mean));
    put(values, "honest_low_percent", Measured.of(low, Gaming::mean));
    put(values, "honest_once_low_percent", Measured.of(once, Gaming::mean));
    values.put("found_after", rounded(mean(found)));
    values.put("found_percent", rounded(100.0 * found.size() / seeds / cell.colluders()));
    values.put("reviews", rounded(reviews / seeds / TASKS));
    return values;
  }

  private static void put(Map<String, Double> values, String name, Measured measured) {
    values.put(name, rounded(measured.value()));
    values.put(name + "_from", rounded(measured.low()));
    values.put(name + "_to", rounded(measured.high()));
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static World run(Cell cell, Attack attack, int seed) {
    World world = new World();
    Random random = new Random(seed);
    double[] bias = new double[AGENTS];
    Arrays.setAll(bias, i -> random.nextGaussian() * 5);
    int[] attempts = new int[AGENTS];
    int colluders = cell.colluders();
    for (int task = 0; task < TASKS; task++) {
      int worker = random.nextInt(AGENTS);
      double usual = worker < colluders ? cell.attack().quality : 78;
      double quality = usual + random.nextGaussian() * 8;
      List<Integer> others = othersThan(worker, random);
      double[] honest = new double[AGENTS];
      Arrays.setAll(honest, i -> quality + bias[i] + random.nextGaussian() * 7);
      int of = task;
      List<Review> all =
          others.stream()
              .map(
                  reviewer ->
                      review(
                          reviewer,
                          reviewer < colluders
                              ? attack.score(honest[reviewer], reviewer, worker, colluders, of)
                              : honest[reviewer]))
              .toList();
      double verdict = judge(world, cell, name(worker), all);
      world.verdicts.add(new Verdict(task, worker, verdict));
      attempts[worker]++;
      AgentStanding standing = world.standings.get(name(worker));
      if (worker >= colluders) {
        world.honestAttempts++;
        if (standing.scores().composite() < ACCEPTED) {
          world.honestLow++;
          world.honestOnceLow.add(worker);
        }
      } else if (standing.state() == AgentStanding.State.EVOLVE) {
        world.foundAfter.putIfAbsent(worker, attempts[worker]);
      }
    }
    return world;
  }

  private static List<Integer> othersThan(int worker, Random random) {
    List<Integer> others =
        new ArrayList<>(IntStream.range(0, AGENTS).filter(i -> i != worker).boxed().toList());
    Collections.shuffle(others, random);
    return others;
  }

  private static Review review(int reviewer, double score) {
    return new Review(name(reviewer), Math.clamp(Math.round(score), 0, 100));
  }

  /** Asks reviewers in their order, finds the verdict and keeps what follows from it. */
  private static double judge(World world, Cell cell, String worker, List<Review> all) {
    if (cell.scheme() == Scheme.MEAN) {
      return plainMean(world, worker, all.subList(0, cell.panel()));
    }
    int size = cell.panel();
    Consensus consensus = Consensus.of(world, worker, all.subList(0, size));
    int more = consensus.reviewersAfter(size);
    if (cell.scheme() == Scheme.OURS && more > size) {
      size = more;
      consensus = Consensus.of(world, worker, all.subList(0, size));
    }
    world.reviews += size;
    double verdict = cell.scheme() == Scheme.OURS ? consensus.verdict() : seedVerdict(consensus);
    world.settle(worker, verdict);
    for (Weighed each : consensus.reviews()) {
      keep(world, worker, each, OptionalDouble.empty());
    }
    return verdict;
  }

  private static void keep(World world, String worker, Weighed each, OptionalDouble verified) {
    String reviewer = each.review().reviewer();
    double score = each.review().score();
    world.remember(new PastReview(reviewer, worker, score, each.others(), verified));
    OptionalDouble compared = verified.isPresent() ? verified : each.others();
    compared.ifPresent(other -> world.compare(reviewer, 100 - Math.abs(score - other)));
  }

  private static double plainMean(World world, String worker, List<Review> reviews) {
    double verdict = reviews.stream().mapToDouble(Review::score).average().orElse(0);
    world.reviews += reviews.size();
    world.settle(worker, verdict);
    for (Review each : reviews) {
      double others = (verdict * reviews.size() - each.score()) / (reviews.size() - 1);
      world.compare(each.reviewer(), 100 - Math.abs(each.score() - others));
    }
    return verdict;
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

  /**
   * Measures the weight of two honest agents of ten who alone see a flaw that three tasks of ten
   * have, beside the weight of the others, and by how much the verdict on these tasks is too high.
   */
  private static Map<String, Double> minority(int panel, boolean isVerified, int seeds) {
    List<Double> weights = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (int seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
      World world = new World();
      Random random = new Random(seed);
      double[] bias = new double[AGENTS];
      Arrays.setAll(bias, i -> random.nextGaussian() * 5);
      List<Double> seeing = new ArrayList<>();
      List<Double> blind = new ArrayList<>();
      List<Double> tooHigh = new ArrayList<>();
      for (int task = 0; task < TASKS; task++) {
        int worker = random.nextInt(AGENTS);
        double seen = 78 + random.nextGaussian() * 8;
        double quality = random.nextDouble() < FLAWED_SHARE ? seen - FLAW_POINTS : seen;
        boolean isChecked = random.nextInt(10) == 0 && isVerified;
        List<Review> reviews =
            othersThan(worker, random).stream()
                .map(
                    i ->
                        review(
                            i,
                            (i < CLEAR_SIGHTED ? quality : seen)
                                + bias[i]
                                + random.nextGaussian() * 7))
                .toList();
        Consensus consensus = Consensus.of(world, name(worker), reviews.subList(0, panel));
        consensus =
            Consensus.of(world, name(worker), reviews.subList(0, consensus.reviewersAfter(panel)));
        OptionalDouble verified =
            isChecked ? OptionalDouble.of(Math.clamp(quality, 0, 100)) : OptionalDouble.empty();
        world.settle(name(worker), verified.orElse(consensus.verdict()));
        for (Weighed each : consensus.reviews()) {
          if (task >= TASKS / 2) {
            boolean sees = number(each.review().reviewer()) < CLEAR_SIGHTED;
            (sees ? seeing : blind).add(each.weight());
          }
          keep(world, name(worker), each, verified);
        }
        if (task >= TASKS / 2 && quality < seen && !isChecked) {
          tooHigh.add(consensus.verdict() - quality);
        }
      }
      weights.add(mean(seeing) / mean(blind));
      errors.add(mean(tooHigh));
    }
    Map<String, Double> values = new LinkedHashMap<>();
    put(values, "weight", Measured.of(weights, Gaming::mean));
    put(values, "too_high", Measured.of(errors, Gaming::mean));
    return values;
  }

  /**
   * Prints whether the measured cells pass the gates, each with the worst cell, and how far the
   * measures go that no gate is promised for (docs/reputation.md). Returns whether there are gates
   * and all are passed.
   */
  private static boolean gates(Map<String, Map<String, Double>> known) {
    System.out.println();
    Attack[] all = Attack.values();
    Attack[] loud = Arrays.stream(all).filter(a -> a != Attack.SOFT).toArray(Attack[]::new);
    List<Boolean> passed = new ArrayList<>();
    passed.add(gate(known, true, 3, "late", 5, all));
    passed.add(gate(known, true, 3, "first", 5, all));
    passed.add(gate(known, true, 3, "late_p95", 5, loud));
    passed.add(gate(known, true, 3, "late_p95", 6, Attack.SOFT));
    passed.add(gate(known, true, 3, "honest_low_percent", 0.5, all));
    boolean _ = gate(known, false, 3, "honest_once_low_percent", 0.5, all);
    for (int colluders : List.of(4, 5)) {
      for (String name : List.of("late", "first")) {
        boolean _ = gate(known, false, colluders, name, 5, all);
      }
      for (String name : List.of("honest_low_percent", "honest_once_low_percent")) {
        boolean _ = gate(known, false, colluders, name, 0.5, all);
      }
    }
    known.forEach(
        (key, values) -> {
          if (key.startsWith("MINORITY")) {
            boolean isPassed = values.get("weight") >= 0.9 / STRICTNESS;
            System.out.printf(
                Locale.ROOT,
                "%s  honest minority's weight, %s: %.2f >= 0.9%n",
                isPassed ? "PASS" : "FAIL",
                key,
                values.get("weight"));
            passed.add(isPassed);
          }
        });
    return !passed.isEmpty() && !passed.contains(false);
  }

  /** Returns whether it is passed; a gate of which nothing was measured is not. */
  private static boolean gate(
      Map<String, Map<String, Double>> known,
      boolean isPromised,
      int colluders,
      String name,
      double most,
      Attack... attacks) {
    String worst = "";
    double value = 0;
    for (int panel : List.of(5, 9)) {
      for (Attack attack : attacks) {
        Cell cell = new Cell(Scheme.OURS, colluders, panel, attack);
        Map<String, Double> values = known.get(cell.key());
        if (values != null && Math.abs(values.get(name)) >= value) {
          value = Math.abs(values.get(name));
          worst = cell.key();
        }
      }
    }
    boolean isPassed = !worst.isEmpty() && value < most * STRICTNESS;
    System.out.printf(
        Locale.ROOT,
        "%s  %d of 10, k >= 5, %s of %s: at most %.2f, limit %.1f (%s)%n",
        isPromised ? (isPassed ? "PASS" : "FAIL") : (isPassed ? "under" : "over "),
        colluders,
        name,
        attacks.length == 1 ? attacks[0] : "all attacks",
        value,
        most,
        worst.isEmpty() ? "not measured" : worst);
    return isPassed;
  }

  private static int[] ints(String property, String usual) {
    return Arrays.stream(System.getProperty(property, usual).split(","))
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  private static String name(int agent) {
    return "agent-" + agent;
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring("agent-".length()));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Returns the value that this share of the values does not exceed. */
  private static double share(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty()
        ? 0
        : sorted.get(Math.min(sorted.size() - 1, (int) (share * sorted.size())));
  }
}
