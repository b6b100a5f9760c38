package org.sovereignbook.sbp;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.generators.SCrypt;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jspecify.annotations.NullMarked;
import org.sovereignbook.sbp.agents.Permissions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.Tool;
import org.sovereignbook.sbp.mcp.McpTool;
import org.sovereignbook.sbp.node.Setting;

/** The rules of the house (docs: architecture), for all rooms below one base package. */
public record HouseRules(String house) {
  /** Of a nested type, too: with two of them, a reader has to look which is meant. */
  private static final Set<String> WORDS =
      Set.of("DigestItem", "Draft", "Entry", "Fetched", "Hold", "Outcome", "Verdict");

  /**
   * By a JVM, a launcher, an ejected step, a plugin, or who runs the program within another one.
   */
  private static final Set<String> USED_FROM_OUTSIDE =
      Stream.of(
              "cli.EjectedStep",
              "cli.Main",
              "cli.Program",
              "cli.install.JBangMain",
              "http.GuardedResolverProvider",
              "llm.cli.CliBackend",
              "store.ForwardingStore",
              "store.file.FileRedo",
              "store.file.RenderedCollection")
          .map(type -> HouseRules.class.getPackageName() + "." + type)
          .collect(Collectors.toSet());

  /** Every package, lowest floor first; each may use the packages of lower floors only. */
  public static final List<Set<String>> FLOORS =
      List.of(
          Set.of("json"),
          Set.of("crypto", "yaml"),
          Set.of("protocol"),
          Set.of("node"),
          Set.of("store"),
          Set.of("store.file"),
          Set.of("store.copy"),
          Set.of("sql"),
          Set.of("llm"),
          Set.of("llm.cli"),
          Set.of("ledger"),
          Set.of("access"),
          Set.of("agent", "feed", "http", "httpserver"),
          Set.of("agents", "mcp"),
          Set.of("step"),
          Set.of(
              "reader",
              "author",
              "compactor",
              "ethos",
              "delivery",
              "network",
              "maintenance",
              "server"),
          Set.of("mail"),
          Set.of("board"),
          Set.of("ingress"),
          Set.of("hooks"),
          Set.of("scheduler", "builtin"),
          Set.of("plugin", "health", "team"),
          Set.of("cli.command"),
          Set.of("cli.config", "cli.install", "cli.service"),
          Set.of("cli.completion", "cli.init", "cli.mcp", "cli.shell"),
          Set.of("cli.doctor", "cli.eject", "cli.up"),
          Set.of("cli.team"),
          Set.of("cli.demo"),
          Set.of("cli"));

  private static final Map<String, Integer> FLOOR_OF =
      IntStream.range(0, FLOORS.size())
          .boxed()
          .flatMap(floor -> FLOORS.get(floor).stream().map(room -> Map.entry(room, floor)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final String[] PURE_ROOMS = {"json", "yaml", "crypto", "protocol"};

  private static final DescribedPredicate<JavaClass> INPUT_AND_OUTPUT =
      resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net.http..")
          .or(nameMatching("java\\.io\\.(File|RandomAccess|Console).*"))
          .or(nameMatching("java\\.net\\.(.*Socket.*|URL|.*URLConnection)"))
          .or(nameMatching("java\\.lang\\.Process.*"))
          .as("files, sockets or processes");

  private static final DescribedPredicate<JavaCall<?>> READ_THE_CLOCK =
      target(
              owner(
                  nameMatching(
                      Set.of(
                              Instant.class,
                              LocalDate.class,
                              LocalDateTime.class,
                              OffsetDateTime.class,
                              ZonedDateTime.class)
                          .stream()
                          .map(type -> type.getName().replace(".", "\\."))
                          .collect(Collectors.joining("|")))))
          .and(target(name("now")))
          .and(
              DescribedPredicate.describe(
                  "without a clock", call -> call.getTarget().getRawParameterTypes().isEmpty()))
          .as("now() without a clock");

  ArchRule everyRoomUsesOnlyLowerFloors() {
    return classes().should(useOnlyLowerFloors()).allowEmptyShould(true);
  }

  ArchRule roomsAreFreeOfCycles() {
    return slices().matching(house + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
  }

  ArchRule pureRoomsDoNoInputOrOutput() {
    return noClasses()
        .that()
        .resideInAnyPackage(rooms(PURE_ROOMS))
        .should()
        .dependOnClassesThat(INPUT_AND_OUTPUT)
        .allowEmptyShould(true);
  }

  ArchRule timeIsInjected() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room("cli"))
        .should()
        .callMethodWhere(READ_THE_CLOCK)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .allowEmptyShould(true);
  }

  ArchRule onlyTheCommandLinePrintsOrExits() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room("cli"))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .allowEmptyShould(true);
  }

  ArchRule noStaticFieldIsMutable() {
    return fields()
        .that(are(DescribedPredicate.<JavaField>describe("static", HouseRules::isStatic)))
        .should()
        .beFinal()
        .allowEmptyShould(true);
  }

  /** A library that only one room knows can be replaced in one room. */
  ArchRule libraryStaysIn(String library, String room) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room(room))
        .should()
        .dependOnClassesThat(resideInAPackage(library))
        .allowEmptyShould(true);
  }

  /** Elsewhere PF4J is only the marker of an extension point, which starts nothing. */
  ArchRule pf4jStaysInPlugin() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(room("plugin"))
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.pf4j..")
                .and(DescribedPredicate.not(nameMatching("org\\.pf4j\\.ExtensionPoint"))))
        .allowEmptyShould(true);
  }

  /** sbp.jar leaves the rest of Bouncy Castle out (src/assembly/program.xml). */
  ArchRule onlyLowLevelBouncyCastleIsUsed() {
    return noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.bouncycastle..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage(
                            "org.bouncycastle.math..", "org.bouncycastle.crypto.digests..")))
                .and(
                    DescribedPredicate.not(
                        belongToAnyOf(
                            HMac.class, KeyParameter.class, CipherParameters.class, SCrypt.class))))
        .allowEmptyShould(true);
  }

  ArchRule everyPackageIsNullMarked() {
    return classes().should(liveInANullMarkedPackage()).allowEmptyShould(true);
  }

  /** One word, one thing: a simple name says which type is meant, in whatever room it lives. */
  ArchRule everyTypeHasANameOfItsOwn() {
    return classes().that(bearANameOfThisHouse()).should(haveANameOfTheirOwn());
  }

  /** Where a reader meets the name of a room's public type, it means that type. */
  ArchRule noNestedTypeIsCalledAsAnotherRoomsType() {
    return classes().should(leaveOtherRoomsTheirNames());
  }

  /** What nobody calls does nothing, though its settings and its page say otherwise. */
  ArchRule everyTypeIsUsed() {
    return classes().should(beUsedByAnother());
  }

  /** What only its own room uses is that room's own. */
  ArchRule whatIsPublicIsForOtherRooms() {
    return classes().should(beForOtherRoomsIfPublic());
  }

  /** What the operator sets there would be without effect. */
  ArchRule everySettingIsRead() {
    return fields()
        .that()
        .haveRawType(Setting.class)
        .and()
        .areDeclaredInClassesThat()
        .haveSimpleNameEndingWith("Settings")
        .should(beReadBeyondItsList());
  }

  /** Whoever makes a tool for models asks first whether its caller may use it. */
  ArchRule noToolComesPastTheChokePoint() {
    return classes()
        .that()
        .resideOutsideOfPackage(house + ".mcp")
        .should(comeByTheChokePoint())
        .allowEmptyShould(true);
  }

  static ArchRule noTestSleeps() {
    return noClasses()
        .should()
        .callMethodWhere(target(owner(name("java.lang.Thread"))).and(target(name("sleep"))))
        .orShould()
        .callMethodWhere(
            target(owner(name("java.util.concurrent.TimeUnit"))).and(target(name("sleep"))));
  }

  private String room(String room) {
    return house + "." + room + "..";
  }

  private String[] rooms(String... rooms) {
    return List.of(rooms).stream().map(this::room).toArray(String[]::new);
  }

  private static boolean isStatic(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC);
  }

  /** The package of a class, seen from the house; empty for classes of other houses. */
  private Optional<String> roomOf(JavaClass type) {
    return Optional.of(type.getPackageName())
        .filter(name -> name.startsWith(house + "."))
        .map(name -> name.substring(house.length() + 1));
  }

  private ArchCondition<JavaClass> useOnlyLowerFloors() {
    return new ArchCondition<>("use only rooms of lower floors") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String room = roomOf(type).orElse("");
        if (!FLOOR_OF.containsKey(room)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is in no room that has a floor; see HouseRules"));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          Optional<String> used = roomOf(dependency.getTargetClass());
          if (used.isPresent() && !used.get().equals(room) && !isBelow(used.get(), room)) {
            events.add(
                SimpleConditionEvent.violated(
                    type, used.get() + " is not below " + room + ": " + dependency));
          }
        }
      }
    };
  }

  private static boolean isBelow(String used, String room) {
    return FLOOR_OF.getOrDefault(used, Integer.MAX_VALUE) < FLOOR_OF.get(room);
  }

  private static ArchCondition<JavaClass> comeByTheChokePoint() {
    return new ArchCondition<>("come by agents.Permissions with every tool") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean makesTools =
            type.getConstructorCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(McpTool.class));
        boolean asks =
            asksPermission(type)
                || type.getMethodCallsFromSelf().stream()
                    .anyMatch(call -> asksPermission(call.getTargetOwner()));
        boolean goesAround =
            type.isAnnotatedWith(Tool.class)
                && type.isAssignableTo(SocietyCommand.class)
                && type.tryGetMethod("run", Session.class).isPresent();
        if ((makesTools && !asks) || goesAround) {
          events.add(
              SimpleConditionEvent.violated(type, type.getName() + " comes past the choke point"));
        }
      }
    };
  }

  private static boolean asksPermission(JavaClass type) {
    return type.getMethodCallsFromSelf().stream()
        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Permissions.class));
  }

  private static DescribedPredicate<JavaClass> bearANameOfThisHouse() {
    return DescribedPredicate.describe(
        "are top-level types, or bear one of " + WORDS,
        type -> type.isTopLevelClass() || WORDS.contains(type.getSimpleName()));
  }

  private static ArchCondition<JavaClass> haveANameOfTheirOwn() {
    return new ArchCondition<>("have a simple name that no other of them has") {
      private final Map<String, List<String>> packages = new TreeMap<>();

      @Override
      public void init(Collection<JavaClass> all) {
        all.stream()
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .forEach(
                type ->
                    packages
                        .computeIfAbsent(type.getSimpleName(), _ -> new ArrayList<>())
                        .add(type.getPackageName()));
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        List<String> homes = packages.getOrDefault(type.getSimpleName(), List.of());
        if (homes.size() > 1) {
          events.add(SimpleConditionEvent.violated(type, type.getSimpleName() + " is in " + homes));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> leaveOtherRoomsTheirNames() {
    return new ArchCondition<>("be called, if nested, as no public top-level type elsewhere") {
      private final Map<String, String> rooms = new HashMap<>();

      @Override
      public void init(Collection<JavaClass> all) {
        all.stream()
            .filter(type -> type.isTopLevelClass())
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .forEach(type -> rooms.put(type.getSimpleName(), type.getPackageName()));
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String room = rooms.getOrDefault(type.getSimpleName(), type.getPackageName());
        if (!type.isTopLevelClass() && !room.equals(type.getPackageName())) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is called as a type of " + room));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> beUsedByAnother() {
    return new ArchCondition<>("be used by another top-level type") {
      private final Set<String> used = new HashSet<>(USED_FROM_OUTSIDE);

      @Override
      public void init(Collection<JavaClass> all) {
        for (JavaClass type : all) {
          type.getDirectDependenciesFromSelf().stream()
              .map(dependency -> topLevel(dependency.getTargetClass()))
              .filter(target -> !target.equals(topLevel(type)))
              .forEach(used::add);
        }
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean isPart = !type.getName().equals(topLevel(type));
        // Or a package; what constants are used for does not show in compiled code.
        boolean doesNothing = type.getMethods().isEmpty() && !type.isRecord();
        if (!isPart && !doesNothing && !used.contains(type.getName())) {
          events.add(SimpleConditionEvent.violated(type, type.getName() + " is used by nobody"));
        }
      }
    };
  }

  /** Named there, or in what is public of a public type. */
  private static ArchCondition<JavaClass> beForOtherRoomsIfPublic() {
    return new ArchCondition<>("be used by another room, or in a signature for others, if public") {
      private final Set<String> used = new HashSet<>(USED_FROM_OUTSIDE);

      @Override
      public void init(Collection<JavaClass> all) {
        for (JavaClass type : all) {
          type.getDirectDependenciesFromSelf().stream()
              .map(Dependency::getTargetClass)
              .filter(target -> !target.getPackageName().equals(type.getPackageName()))
              .map(HouseRules::topLevel)
              .forEach(used::add);
          if (type.getModifiers().contains(JavaModifier.PUBLIC)) {
            inPublicSignatures(type).map(HouseRules::topLevel).forEach(used::add);
          }
        }
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        // What constants are used for does not show in compiled code, nor does where an annotation
        // stood.
        boolean leavesTraces = !type.isAnnotation() && !type.getMethods().isEmpty();
        boolean isPublic =
            type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC);
        if (isPublic && leavesTraces && !used.contains(type.getName())) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is public and used by its own room only"));
        }
      }
    };
  }

  /** Of methods and constructors of another type than this one. */
  private static Stream<JavaClass> inPublicSignatures(JavaClass type) {
    Stream<JavaType> heirs =
        Stream.concat(type.getInterfaces().stream(), type.getSuperclass().stream());
    Stream<JavaType> members =
        type.getCodeUnits().stream()
            .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(
                member ->
                    Stream.concat(
                        member.getParameterTypes().stream(), Stream.of(member.getReturnType())));
    return Stream.concat(heirs, members)
        .flatMap(named -> named.getAllInvolvedRawTypes().stream())
        .filter(named -> !topLevel(named).equals(topLevel(type)));
  }

  private static ArchCondition<JavaField> beReadBeyondItsList() {
    return new ArchCondition<>("be read, not only declared and listed") {
      @Override
      public void check(JavaField setting, ConditionEvents events) {
        boolean isRead =
            setting.getAccessesToSelf().stream()
                .anyMatch(
                    access ->
                        access.getAccessType() == JavaFieldAccess.AccessType.GET
                            && !(access.getOrigin() instanceof JavaStaticInitializer
                                && access.getOriginOwner().equals(setting.getOwner())));
        if (!isRead) {
          events.add(
              SimpleConditionEvent.violated(setting, setting.getFullName() + " is read by nobody"));
        }
      }
    };
  }

  private static String topLevel(JavaClass type) {
    return type.getName().split("\\$", 2)[0];
  }

  private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
    return new ArchCondition<>("live in a package with @NullMarked in its package-info.java") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getPackageName() + " has no package-info.java with @NullMarked"));
        }
      }
    };
  }
}
