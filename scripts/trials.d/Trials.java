import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** {@code scripts/trials}, see there. */
final class Trials {
  private static final int AT_ONCE = 2;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int SKIPPED = 3;
  private static final int MAX_SEED = 1_000_000;

  private final Path root;
  private final TrialTable table;
  private final Path state;
  private final long began = System.nanoTime();

  private Trials(Path root) throws IOException {
    this.root = root;
    this.table = TrialTable.of(root);
    this.state = root.resolve("target/trials/last-run.txt");
  }

  public static void main(String[] args) throws Exception {
    List<String> words = List.of(args).subList(1, args.length);
    String command = words.isEmpty() ? "" : words.getFirst();
    try {
      Trials trials = new Trials(Path.of(args[0]).toRealPath());
      System.exit(
          switch (command) {
            case "list" -> trials.list(words.contains("--json"));
            case "run" -> trials.run(words.subList(1, words.size()));
            case "check" -> trials.check();
            default ->
                throw new Options.UsageException(
                    "scripts/trials list [--json] | run NAME...|all [OPTION...] | check");
          });
    } catch (Options.UsageException e) {
      System.err.println("trials: " + e.getMessage());
      System.exit(USAGE);
    }
  }

  private int check() {
    List<String> faults = table.faults();
    faults.forEach(System.out::println);
    return faults.isEmpty() ? 0 : FAILED;
  }

  private int list(boolean isJson) throws IOException {
    Map<String, Row> last = lastRows();
    List<String> rows = new ArrayList<>();
    int minutes = 0;
    for (Trial trial : table.trials()) {
      String was = Optional.ofNullable(last.get(trial.name())).map(Row::state).orElse("new");
      minutes += trial.minutes();
      rows.add(
          isJson
              ? "  {\"name\": %s, \"state\": %s, \"minutes\": %d, \"proves\": %s}"
                  .formatted(
                      Row.quoted(trial.name()),
                      Row.quoted(was),
                      trial.minutes(),
                      Row.quoted(trial.proves()))
              : "%-14s %4d min  %s".formatted(trial.name(), trial.minutes(), trial.proves()));
    }
    if (isJson) {
      System.out.println("{\"trials\": [\n" + String.join(",\n", rows) + "\n]}");
    } else {
      rows.forEach(System.out::println);
      System.out.printf(
          "%d trials, about %d minutes two at once%n", rows.size(), minutes / AT_ONCE);
    }
    return 0;
  }

  private int run(List<String> words) throws Exception {
    Options options = Options.of(words, new SecureRandom().nextInt(MAX_SEED));
    Map<String, Row> done = new LinkedHashMap<>();
    if (options.resume()) {
      if (!Files.exists(state)) {
        throw new Options.UsageException("there is no run to continue");
      }
      List<String> lines = Files.readAllLines(state);
      boolean isBuilt = options.build();
      options = Options.of(List.of(lines.getFirst().split("\t")), 0).building(isBuilt);
      lastRows().forEach(done::put);
    }
    List<Trial> chosen = chosen(options);
    if (!options.resume() && done.isEmpty()) {
      begin(chosen, options);
    }
    if (options.build() && chosen.stream().anyMatch(trial -> !trial.tests().isEmpty())) {
      build();
    }
    runAll(chosen.stream().filter(trial -> !done.containsKey(trial.name())).toList(), options)
        .forEach(row -> done.put(row.name(), row));
    List<Row> rows =
        chosen.stream().map(Trial::name).filter(done::containsKey).map(done::get).toList();
    print(rows);
    if (options.json().isPresent()) {
      Files.writeString(options.json().get(), json(rows), StandardCharsets.UTF_8);
    }
    return exit(rows);
  }

  private static int exit(List<Row> rows) {
    if (rows.stream().anyMatch(row -> row.is(Row.FAILED))) {
      return FAILED;
    }
    return rows.stream().allMatch(row -> row.is(Row.SKIPPED)) ? SKIPPED : 0;
  }

  /** Notes the run, with its choice, so that it can be continued. */
  private void begin(List<Trial> chosen, Options options) throws IOException {
    List<String> noted = new ArrayList<>(chosen.stream().map(Trial::name).toList());
    if (options.quick()) {
      noted.add("--quick");
    }
    options.json().ifPresent(file -> noted.addAll(List.of("--json", file.toString())));
    noted.addAll(List.of("--seed", String.valueOf(options.seed())));
    if (!options.arguments().isEmpty()) {
      noted.add("--");
      noted.addAll(options.arguments());
    }
    Files.createDirectories(state.getParent());
    Files.writeString(state, String.join("\t", noted) + "\n");
  }

  private Map<String, Row> lastRows() throws IOException {
    Map<String, Row> rows = new LinkedHashMap<>();
    if (Files.exists(state)) {
      Files.readAllLines(state).stream()
          .skip(1)
          .flatMap(line -> Row.of(line).stream())
          .forEach(row -> rows.put(row.name(), row));
    }
    return rows;
  }

  private List<Trial> chosen(Options options) throws Exception {
    Set<String> names = new LinkedHashSet<>(options.names());
    boolean isAll = names.remove("all") || (names.isEmpty() && isNarrowed(options));
    List<String> known = table.trials().stream().map(Trial::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new Options.UsageException(
            "no trial is called '" + name + "'; there are: " + String.join(", ", known));
      }
    }
    if (!isAll && names.isEmpty()) {
      throw new Options.UsageException("name a trial, or all; scripts/trials list shows them");
    }
    List<Trial> chosen = new ArrayList<>();
    for (Trial trial : table.trials()) {
      if (isAll || names.contains(trial.name())) {
        chosen.add(trial);
      }
    }
    if (options.since().isPresent()) {
      List<String> changed = changed(options.since().get());
      chosen.removeIf(trial -> changed.stream().noneMatch(file -> isTouched(trial, file)));
    }
    return options.fit().map(minutes -> fitting(chosen, minutes)).orElse(chosen);
  }

  private static boolean isNarrowed(Options options) {
    return options.since().isPresent() || options.fit().isPresent();
  }

  private static boolean isTouched(Trial trial, String file) {
    return trial.packages().stream()
        .anyMatch(each -> file.startsWith(each) || file.contains("/sbp/" + each + "/"));
  }

  /** Returns trials from the top of the list that take so long together, two at once. */
  private static List<Trial> fitting(List<Trial> chosen, int minutes) {
    List<Trial> fitting = new ArrayList<>();
    int sum = 0;
    for (Trial trial : chosen) {
      if (trial.minutes() <= minutes && sum + trial.minutes() <= minutes * AT_ONCE) {
        sum += trial.minutes();
        fitting.add(trial);
      }
    }
    return fitting;
  }

  /** Returns files that differ from a revision, also those that are not committed. */
  private List<String> changed(String revision) throws Exception {
    List<String> files = new ArrayList<>();
    for (List<String> command :
        List.of(
            List.of("git", "diff", "--name-only", "--end-of-options", revision),
            List.of("git", "ls-files", "--others", "--exclude-standard"))) {
      Process git =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      files.addAll(
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
      if (git.waitFor() != 0) {
        throw new Options.UsageException("git does not know the revision '" + revision + "'");
      }
    }
    return files;
  }

  /** Compiles and packs the whole tree, and notes the class paths of its tests. */
  private void build() throws Exception {
    System.err.println("trials: building");
    Process maven =
        new ProcessBuilder("mvn", "-q", "-B", "-Ptrials", "-DskipTests", "package")
            .directory(root.toFile())
            .inheritIO()
            .start();
    if (maven.waitFor() != 0) {
      System.err.println("trials: the build has failed");
      System.exit(FAILED);
    }
  }

  private List<Row> runAll(List<Trial> trials, Options options) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<Row>> running = new ArrayList<>();
      for (Trial trial : trials) {
        running.add(threads.submit(() -> runOne(trial, options)));
      }
      for (Future<Row> each : running) {
        rows.add(each.get());
      }
    }
    return rows;
  }

  private Row runOne(Trial trial, Options options) {
    Row row;
    try {
      row =
          isLate(options)
              ? new Row(trial.name(), Row.SKIPPED, 0, "the minutes were over", options.seed())
              : new TrialRun(root, trial, table.classes(trial, root), options).row();
    } catch (IOException | InterruptedException | RuntimeException e) {
      row = new Row(trial.name(), Row.FAILED, 0, String.valueOf(e), options.seed());
    }
    note(row);
    return row;
  }

  /** Returns whether the minutes of {@code --fit} are over, in which no further trial begins. */
  private boolean isLate(Options options) {
    return options
        .fit()
        .filter(most -> System.nanoTime() - began > TimeUnit.MINUTES.toNanos(most))
        .isPresent();
  }

  private synchronized void note(Row row) {
    System.err.printf(
        "trials: %s %s, %s min%n", row.name(), row.state(), Row.decimal(row.minutes()));
    try {
      Files.writeString(state, row.line() + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      System.err.println("trials: " + e);
    }
  }

  private void print(List<Row> rows) {
    System.out.printf("%-14s %-8s %7s  %s%n", "trial", "state", "minutes", "reason");
    for (Row row : rows) {
      System.out.printf(
          "%-14s %-8s %7s  %s%n",
          row.name(), row.state(), Row.decimal(row.minutes()), row.reason());
    }
    long failed = rows.stream().filter(row -> row.is(Row.FAILED)).count();
    long skipped = rows.stream().filter(row -> row.is(Row.SKIPPED)).count();
    System.out.printf(
        "%d passed, %d failed, %d skipped%n", rows.size() - failed - skipped, failed, skipped);
    if (failed > 0) {
      System.out.println("output: target/trials/NAME/output.txt");
    }
  }

  private String json(List<Row> rows) throws Exception {
    return "{\"revision\": %s, \"trials\": [\n  %s\n]}\n"
        .formatted(
            Row.quoted(revision()), String.join(",\n  ", rows.stream().map(Row::json).toList()));
  }

  private String revision() throws Exception {
    Process git = new ProcessBuilder("git", "rev-parse", "HEAD").directory(root.toFile()).start();
    String revision = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return git.waitFor() == 0 ? revision.strip() : "";
  }
}
