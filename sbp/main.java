// What `jbang sbp` runs in the root of a checkout. JBang takes `sbp` for this folder there, not for the
// alias, and copies this file elsewhere before it reads it: hence a path from the working folder.
//JAVA 25+
//MAIN org.sovereignbook.sbp.ops.install.JBangMain
//MANIFEST Implementation-Version=1.0.0
//SOURCES ${user.dir}/sbp/Sbp.java
//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED
