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
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
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
import java.util.stream.Stream;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.generators.SCrypt;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.jspecify.annotations.NullMarked;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.net.mcp.McpTool;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Setting;

/**
 * The rules of docs/architecture.md, for all packages below a base package.
 *
 * @param base the base package
 */
public record ArchitectureRules(String base) {
  /** Names that must be unique among nested types, too. */
  private static final Set<String> WORDS =
      Set.of("DigestItem", "Draft", "Entry", "Fetched", "Hold", "Outcome", "Verdict");

  /** Types that a JVM, a launcher, an ejected step, a plugin or an embedding program uses. */
  private static final Set<String> USED_FROM_OUTSIDE =
      Stream.of(
              "cli.BuiltLists",
              "cli.EjectedStep",
              "cli.Main",
              "cli.Program",
              "ops.install.JBangMain",
              "plugins.chain.ChainBackend",
              "plugins.chain.ChainException",
              "plugins.chain.TaskReceipt",
              "plugins.hooks.Acceptance",
              "plugins.hooks.Dispatch",
              "plugins.hooks.HookUpkeep",
              "plugins.hooks.Webhook",
              "plugins.hooks.WebhookServer",
              "plugins.offers.Offers",
              "plugins.team.TeamRetention",
              "plugins.team.TeamWork",
              "net.http.GuardedResolverProvider",
              "peer.server.NodeService",
              "model.llm.cli.CliBackend",
              "store.ForwardingStore",
              "store.file.FileRedo",
              "store.file.RenderedCollection")
          .map(type -> ArchitectureRules.class.getPackageName() + "." + type)
          .collect(Collectors.toSet());

  /** The groups of packages, lowest first; each may use itself and lower groups only. */
  public static final List<String> GROUPS =
      List.of(
          "base",
          "node",
          "store",
          "net",
          "authority",
          "model",
          "peer",
          "runtime",
          "society",
          "frontend",
          "ops",
          "cli",
          "plugins");

  private static final String[] PURE = {"base"};

  /** The groups that parse command lines and print. */
  private static final String[] COMMAND_LINE = {"frontend", "ops", "cli"};

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

  ArchRule everyGroupUsesOnlyLowerGroups() {
    return classes().should(useOnlyLowerGroups()).allowEmptyShould(true);
  }

  ArchRule packagesAreFreeOfCycles() {
    return slices().matching(base + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
  }

  ArchRule purePackagesDoNoInputOrOutput() {
    return noClasses()
        .that()
        .resideInAnyPackage(packages(PURE))
        .should()
        .dependOnClassesThat(INPUT_AND_OUTPUT)
        .allowEmptyShould(true);
  }

  ArchRule timeIsInjected() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages(COMMAND_LINE))
        .should()
        .callMethodWhere(READ_THE_CLOCK)
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .allowEmptyShould(true);
  }

  ArchRule onlyTheCommandLinePrintsOrExits() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages(COMMAND_LINE))
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
        .that(are(DescribedPredicate.<JavaField>describe("static", ArchitectureRules::isStatic)))
        .should()
        .beFinal()
        .allowEmptyShould(true);
  }

  /** A library that one package knows can be replaced in one package. */
  ArchRule libraryStaysIn(String library, String... names) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages(names))
        .should()
        .dependOnClassesThat(resideInAPackage(library))
        .allowEmptyShould(true);
  }

  /** Outside of {@code plugin}, PF4J is only the marker of an extension point. */
  ArchRule pf4jStaysInPlugin() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages("runtime.plugin"))
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

  /** A simple name says which type is meant, in every package. */
  ArchRule everyTypeHasANameOfItsOwn() {
    return classes().that(bearACheckedName()).should(haveANameOfTheirOwn());
  }

  /** The name of a public type means that type everywhere. */
  ArchRule noNestedTypeHasTheNameOfAnotherPackagesType() {
    return classes().should(leavePublicTypesTheirNames());
  }

  /** Dead code pretends to do something. */
  ArchRule everyTypeIsUsed() {
    return classes().should(beUsedByAnother());
  }

  /** A type that only its own package uses is not public. */
  ArchRule publicTypesAreUsedByOtherPackages() {
    return classes().should(beUsedByOtherPackagesIfPublic());
  }

  /** A setting that nothing reads has no effect. */
  ArchRule everySettingIsRead() {
    return fields()
        .that()
        .haveRawType(Setting.class)
        .and()
        .areDeclaredInClassesThat()
        .haveSimpleNameEndingWith("Settings")
        .should(beReadBeyondItsList());
  }

  /** A tool for models asks first whether its caller may use it. */
  ArchRule noToolBypassesAuthorization() {
    return classes()
        .that()
        .resideOutsideOfPackage(base + ".net.mcp")
        .should(askPermissions())
        .allowEmptyShould(true);
  }

  /** A wait is by the clock of the node, except at a terminal and for another program's file. */
  ArchRule waitsAreInjected() {
    return sleepNowhere(
        noClasses()
            .that()
            .resideInAPackage(base + "..")
            .and()
            .doNotHaveFullyQualifiedName(base + ".node.Polling")
            .and()
            .doNotHaveFullyQualifiedName(base + ".frontend.command.LiveLines")
            .and()
            .doNotHaveFullyQualifiedName(base + ".model.llm.cli.CarriedLogin")
            .should());
  }

  static ArchRule noTestSleeps() {
    return sleepNowhere(noClasses().should());
  }

  private static ArchRule sleepNowhere(ClassesShould noClasses) {
    return noClasses
        .callMethodWhere(target(owner(name("java.lang.Thread"))).and(target(name("sleep"))))
        .orShould()
        .callMethodWhere(
            target(owner(name("java.util.concurrent.TimeUnit"))).and(target(name("sleep"))));
  }

  private String[] packages(String... names) {
    return Stream.of(names).map(name -> base + "." + name + "..").toArray(String[]::new);
  }

  private static boolean isStatic(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC);
  }

  /** Returns the group of a class; empty for classes outside the base package. */
  private Optional<String> groupOf(JavaClass type) {
    return Optional.of(type.getPackageName())
        .filter(name -> name.startsWith(base + "."))
        .map(name -> name.substring(base.length() + 1).split("\\.", 2)[0]);
  }

  private ArchCondition<JavaClass> useOnlyLowerGroups() {
    return new ArchCondition<>("use only their own group and lower ones") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String group = groupOf(type).orElse("");
        if (!GROUPS.contains(group)) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is in no group; see ArchitectureRules.GROUPS"));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          Optional<String> used = groupOf(dependency.getTargetClass());
          if (used.isPresent() && GROUPS.indexOf(used.get()) > GROUPS.indexOf(group)) {
            events.add(
                SimpleConditionEvent.violated(
                    type, used.get() + " is not below " + group + ": " + dependency));
          }
        }
      }
    };
  }

  private static ArchCondition<JavaClass> askPermissions() {
    return new ArchCondition<>("ask agents.Permissions for every tool") {
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
              SimpleConditionEvent.violated(type, type.getName() + " bypasses authorization"));
        }
      }
    };
  }

  private static boolean asksPermission(JavaClass type) {
    return type.getMethodCallsFromSelf().stream()
        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Permissions.class));
  }

  private static DescribedPredicate<JavaClass> bearACheckedName() {
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

  private static ArchCondition<JavaClass> leavePublicTypesTheirNames() {
    return new ArchCondition<>("be called, if nested, as no public top-level type elsewhere") {
      private final Map<String, String> homes = new HashMap<>();

      @Override
      public void init(Collection<JavaClass> all) {
        all.stream()
            .filter(type -> type.isTopLevelClass())
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .forEach(type -> homes.put(type.getSimpleName(), type.getPackageName()));
      }

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String home = homes.getOrDefault(type.getSimpleName(), type.getPackageName());
        if (!type.isTopLevelClass() && !home.equals(type.getPackageName())) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is called as a type of " + home));
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
          if (type.isAssignableTo(Feature.class)) {
            used.add(type.getName());
          }
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

  private static ArchCondition<JavaClass> beUsedByOtherPackagesIfPublic() {
    return new ArchCondition<>(
        "be used by another package, or in a signature for others, if public") {
      private final Set<String> used = new HashSet<>(USED_FROM_OUTSIDE);

      @Override
      public void init(Collection<JavaClass> all) {
        for (JavaClass type : all) {
          type.getDirectDependenciesFromSelf().stream()
              .map(Dependency::getTargetClass)
              .filter(target -> !target.getPackageName().equals(type.getPackageName()))
              .map(ArchitectureRules::topLevel)
              .forEach(used::add);
          if (type.isAssignableTo(Feature.class)) {
            used.add(type.getName());
          }
          if (type.getModifiers().contains(JavaModifier.PUBLIC)) {
            inPublicSignatures(type).map(ArchitectureRules::topLevel).forEach(used::add);
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
                  type, type.getName() + " is public and used by its own package only"));
        }
      }
    };
  }

  /** Returns the types in signatures of public methods and constructors, without its own. */
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
