from devices.virtual.phones import main

main()
